import { describe, expect, it } from 'vitest';
import type { Tx } from '#db/open.ts';
import { createClient, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { openHome } from '../_harness/home.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary } from '../_harness/scans.ts';
import { startServerProcess } from '../_harness/server-process.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const STREAM = '/api/v1/events/stream';

async function rename(tx: Tx, id: string, name: string): Promise<void> {
  await tx.write.updateTable('library').set({ name }).where('id', '=', id).execute();
}

function tell({ context }: TestServer, library_id: string): void {
  context.events.emit({ type: 'library_updated', library_id, timestamp: new Date(0).toISOString() });
}

describe.each(databases)('what is told of a change on %s', (kind) => {
  it('comes once the change is there for everybody, and not at all when it is undone', async () => {
    using folder = newBookFolder();
    await using server = await startServer(kind);
    const { id } = await addLibrary(await setupAdmin(server), folder.path);
    const { db, events } = server.context;
    const seen: Promise<string>[] = [];
    using _listening = events.onChange(({ name }) => {
      if (name !== 'library_updated') return;
      seen.push(
        db.read
          .selectFrom('library')
          .select('name')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
          .then((row) => row.name),
      );
    });
    const undone = db.transaction(async (tx) => {
      await rename(tx, id, 'Undone');
      tx.afterCommit(() => tell(server, id));
      throw new Error('Something else went wrong');
    });
    await expect(undone).rejects.toThrow('Something else');
    expect(seen).toEqual([]);
    await db.transaction(async (tx) => {
      tx.afterCommit(() => tell(server, id));
      await rename(tx, id, 'Done');
      expect(seen).toEqual([]);
    });
    expect(await Promise.all(seen)).toEqual(['Done']);
  });

  it('comes also when telling of another change of the same transaction fails', async () => {
    using folder = newBookFolder();
    await using server = await startServer(kind);
    const { id } = await addLibrary(await setupAdmin(server), folder.path);
    const { db, events } = server.context;
    let told = 0;
    using _listening = events.onChange(() => void (told += 1));
    const work = db.transaction(async (tx) => {
      await rename(tx, id, 'Done');
      tx.afterCommit(() => {
        throw new Error('A listener failed');
      });
      tx.afterCommit(() => tell(server, id));
    });
    await expect(work).rejects.toThrow('A listener failed');
    expect(told).toBe(1);
  });
});

describe.each(databases)('a server process on %s that is killed', (kind) => {
  it('may have sent nothing: a returning client is told to load again', async () => {
    await using home = await openHome(kind);
    await using first = await startServerProcess(home);
    const client = await setupAdmin(first);
    using folder = newBookFolder();
    const before = await openEventStream(client, STREAM);
    await addLibrary(client, folder.path);
    const id = /^id: (.+)$/m.exec(await before.until('event: library_created'))?.[1] ?? '';
    await first.kill();
    await using second = await startServerProcess(home);
    const again = createClient(second, client.token);
    const stream = await openEventStream(again, STREAM, { 'last-event-id': id });
    expect(await stream.until('event: stream_reset')).not.toContain('event: library');
    await stream.close();
  });
});

describe('a server process on PostgreSQL that is killed beside another', () => {
  it('makes the others clear their caches, and their clients load again', async () => {
    await using home = await openHome('postgres');
    await using left = await startServer('postgres', { home });
    const client = await setupAdmin(left);
    const stream = await openEventStream(client, STREAM);
    const names: string[] = [];
    using _listening = left.context.events.onChange(({ name }) => void names.push(name));
    const killed = await startServerProcess(home);
    await killed.kill();
    // The first process to notice tells all: here the next one that starts.
    await using _next = await startServer('postgres', { home });
    await stream.until('event: stream_reset');
    expect(names).toContain('unknown');
    await stream.close();
  });
});
