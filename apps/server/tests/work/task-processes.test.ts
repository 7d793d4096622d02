import { describe, expect, it } from 'vitest';
import { type Client, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks, until } from '../_harness/scans.ts';
import { type ServerProcess, startServerProcess } from '../_harness/server-process.ts';
import { startServer } from '../_harness/start-server.ts';

const LIBRARIES = 4;
const BOOKS_A_LIBRARY = 12;

/** Ids of the tasks of a type that a process says it has run, one for every run. */
function listRuns(server: ServerProcess, type: string): string[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line.includes('"task ended"'))
    .map((line) => JSON.parse(line) as { readonly taskId: string; readonly type: string })
    .filter((entry) => entry.type === type)
    .map(({ taskId }) => taskId);
}

async function listAllTasks(client: Client, taskType: string) {
  return (await client.call('listTasks', { query: { taskType, pageSize: 500 } })).data;
}

describe('two servers on one PostgreSQL', () => {
  it('run every task exactly once between them, and both see what is paused', async () => {
    using folder = newBookFolder();
    for (let index = 0; index < LIBRARIES * BOOKS_A_LIBRARY; index += 1) {
      const library = String(index % LIBRARIES);
      await folder.addComic(`${library}/Saga/${String(index)}.cbz`, { tint: index });
    }
    await using home = await openHome('postgres');
    await using one = await startServerProcess(home, { logLevel: 'info' });
    await using other = await startServerProcess(home, { logLevel: 'info' });
    const clients = [await setupAdmin(one), await signIn(other)] as const;
    await clients[1].call('pauseTasks', {});
    expect((await clients[0].call('getTaskStats', {})).pause?.by).toBe('admin');
    for (let library = 0; library < LIBRARIES; library += 1) {
      await addLibrary(clients[library % 2 === 0 ? 0 : 1], folder.at(String(library)), { scanImmediately: true });
    }
    const { pending, running, completed } = await clients[1].call('getTaskStats', {});
    expect({ pending, running, completed }).toEqual({ pending: LIBRARIES, running: 0, completed: 0 });
    await clients[0].call('resumeTasks', {});
    await until(
      async () => listAllBooks(clients[0]),
      (books) => books.length === LIBRARIES * BOOKS_A_LIBRARY && books.every(({ analyzed }) => analyzed),
    );
    await waitForTasks(clients[0]);
    const books = await listAllBooks(clients[0]);
    await Promise.all(
      books.map(async ({ id }, index) => clients[index % 2 === 0 ? 0 : 1].call('analyzeBook', { params: { id } })),
    );
    await waitForTasks(clients[1]);
    for (const type of ['scan_library', 'analyze_book']) {
      const tasks = await listAllTasks(clients[0], type);
      expect(tasks.map(({ status, attempts }) => [status, attempts])).toEqual(tasks.map(() => ['completed', 1]));
      // What a process writes may be read later than what it answers.
      const listAllRuns = () => [...listRuns(one, type), ...listRuns(other, type)].toSorted();
      await expect.poll(listAllRuns).toEqual(tasks.map(({ id }) => id).sort());
    }
    expect(listRuns(one, 'analyze_book').length).toBeGreaterThan(0);
    expect(listRuns(other, 'analyze_book').length).toBeGreaterThan(0);
  });

  it('go on with what the other was doing when it is killed', async () => {
    using folder = newBookFolder();
    for (let index = 0; index < 150; index += 1) await folder.addComic(`Saga/${String(index)}.cbz`, { tint: index });
    await using home = await openHome('postgres');
    await using one = await startServerProcess(home);
    const client = await setupAdmin(one);
    await addLibrary(client, folder.path, { scanImmediately: true });
    await until(
      async () => listAllTasks(client, 'analyze_library'),
      ([task]) => task !== undefined && task.status !== 'pending',
    );
    await using other = await startServerProcess(home);
    const survivor = await signIn(other);
    await one.kill();
    const tasks = await waitForTasks(survivor);
    const books = await listAllBooks(survivor);
    expect([books.length, books.filter(({ analyzed }) => !analyzed)]).toEqual([150, []]);
    expect(tasks.filter(({ status }) => status !== 'completed')).toEqual([]);
  });
});

describe.each(databases)('a server with one worker on %s', (kind) => {
  it('shows pages, draws covers and reads a book again while it is busy with a large library', async () => {
    using folder = newBookFolder();
    await folder.addComic('Small/Saga/1.cbz');
    for (let index = 0; index < 300; index += 1) {
      await folder.addComic(`Large/${String(index)}/1.cbz`, { tint: index, pages: 3 });
    }
    await using server = await startServer(kind, { config: { 'tasks.workers': '1' } });
    const client = await setupAdmin(server);
    const small = await addLibrary(client, folder.at('Small'));
    await scan(client, small.id);
    await waitForTasks(client);
    const [book] = await listAllBooks(client);
    const id = book?.id ?? '';
    const large = await addLibrary(client, folder.at('Large'), { scanImmediately: true });
    const analysis = async () => (await client.call('listTasks', { query: { taskType: 'analyze_library' } })).data[0];
    await until(analysis, (task) => task?.status === 'running' && task.libraryId === large.id);
    expect((await client.fetch(`/api/v1/books/${id}/pages/1`)).status).toBe(200);
    expect((await client.fetch(`/api/v1/books/${id}/thumbnail`)).status).toBe(200);
    const { taskId } = await client.call('analyzeBook', { params: { id } });
    await until(
      async () => client.call('getTask', { params: { id: taskId } }),
      ({ status }) => status === 'completed',
    );
    // All of that came before the large library was done.
    expect(await analysis()).toMatchObject({
      // It may have made way for what was more urgent.
      status: expect.stringMatching(/^(running|pending)$/) as string,
      libraryId: large.id,
    });
    await client.call('cancelScan', { params: { id: large.id } }).catch(() => undefined);
    await client.call('nukeTasks', {});
  });
});
