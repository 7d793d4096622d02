import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { findCorpus } from '../_harness/corpus.ts';
import { databases } from '../_harness/databases.ts';
import { itemAt, listItems, lookThrough, openImportPlace, setImportFolder } from '../_harness/import-folder.ts';
import { newBookFolder, newComic } from '../_harness/make-books.ts';
import { openNoticeReceiver } from '../_harness/notice-receiver.ts';
import { addLibrary, listAllBooks, scan, until, waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

const NOTHING = '0192f0c1-0000-7000-8000-000000000001';

describe.each(databases)('the import folder on %s', (kind) => {
  it('offers each file with a place, moves an accepted one, and scans its folder', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using place = await openImportPlace(admin);
    await place.library.addComic('Night Walk (2019)/v01.cbz', { info: '<Series>Night Walk</Series>', tint: 90 });
    await scan(admin, place.libraryId);
    await waitForTasks(admin);
    await place.arrivals.addComic('Night.Walk.c012.cbz', { info: '<Series>night  walk!</Series>', tint: 3 });
    await place.arrivals.addComic('[Group] Blue Sky v02 (2020).cbz', { tint: 6 });
    await place.arrivals.addComic('Tower/003.cbz', { tint: 9 });
    await place.arrivals.addFile('notes.txt', 'no book');
    await place.arrivals.addFile('.hidden.cbz', newComic({ tint: 12 }));
    await place.arrivals.addFile('Half.cbz.part', newComic({ tint: 15 }));
    const items = await lookThrough(admin);
    expect([...items.keys()].sort()).toEqual([
      'Night.Walk.c012.cbz',
      'Tower/003.cbz',
      '[Group] Blue Sky v02 (2020).cbz',
    ]);
    const known = itemAt(items, 'Night.Walk.c012.cbz');
    const [series] = (await admin.call('listSeries', { query: {} })).data;
    expect(known).toMatchObject({ state: 'waiting', libraryId: place.libraryId, seriesId: series?.id });
    expect(known).toMatchObject({ folder: 'Night Walk (2019)', fileName: 'Night.Walk.c012.cbz', duplicate: null });
    expect(itemAt(items, '[Group] Blue Sky v02 (2020).cbz')).toMatchObject({ seriesId: null, folder: 'Blue Sky' });
    expect(itemAt(items, 'Tower/003.cbz')).toMatchObject({ seriesId: null, folder: 'Tower', seriesTitle: 'Tower' });

    const { changed, refused } = await admin.call('acceptImports', {
      body: { ids: [...items.values()].map(({ id }) => id) },
    });
    expect([changed, refused]).toEqual([3, []]);
    await waitForTasks(admin);
    const books = (await listAllBooks(admin)).map(({ path }) => relative(place.library.path, path));
    expect(books).toEqual([
      'Blue Sky/[Group] Blue Sky v02 (2020).cbz',
      'Night Walk (2019)/Night.Walk.c012.cbz',
      'Night Walk (2019)/v01.cbz',
      'Tower/003.cbz',
    ]);
    expect([...(await listItems(admin)).values()].map(({ state }) => state)).toEqual(
      Array.from({ length: 3 }, () => 'imported'),
    );
    expect((await readdir(place.arrivals.path)).sort()).toEqual(['.hidden.cbz', 'Half.cbz.part', 'Tower', 'notes.txt']);
    expect((await admin.call('getImportStatus', {})).counts).toMatchObject({ imported: 3, waiting: 0 });
  });

  it('lists files that cannot be read, waits for growing ones, and names copies of books', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using place = await openImportPlace(admin);
    await place.library.addComic('Saga/1.cbz', { tint: 40 });
    await scan(admin, place.libraryId);
    await waitForTasks(admin);
    await place.arrivals.addComic('copy.cbz', { tint: 40 });
    await place.arrivals.addFile('broken.cbz', 'this is no archive');
    await writeFile(place.arrivals.at('growing.cbz'), newComic({ tint: 50 }));
    const status = await admin.call('lookForImports', {});
    expect(status.taskId).not.toBe('');
    await until(
      async () => admin.call('getTask', { params: { id: status.taskId } }),
      (task) => task.status === 'completed',
    );
    const items = await listItems(admin);
    expect([...items.keys()].sort()).toEqual(['broken.cbz', 'copy.cbz']);
    expect(itemAt(items, 'copy.cbz').duplicate).toMatchObject({ libraryName: 'Comics' });
    const broken = itemAt(items, 'broken.cbz');
    expect(broken).toMatchObject({ state: 'broken' });
    expect(broken.fault).toMatch(/\w/);
    const { message } = await expectRefusal(admin.call('acceptImport', { params: { id: broken.id } }));
    expect(message).toContain('cannot be read');
    // The look has queued another one for the file that was growing.
    const { data } = await admin.call('listTasks', { query: { status: 'pending' } });
    expect(data.map(({ taskType }) => taskType)).toContain('look_through_imports');
  });

  it('refuses a name that is taken with a free one, and never replaces a file', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using place = await openImportPlace(admin);
    await place.library.addComic('Tower/1.cbz', { tint: 1 });
    await place.arrivals.addComic('Tower/1.cbz', { tint: 2 });
    const { id } = itemAt(await lookThrough(admin), 'Tower/1.cbz');
    const refusal = await expectRefusal(admin.call('acceptImport', { params: { id } }));
    expect(refusal).toMatchObject({ status: 409 });
    expect(refusal.message).toContain('"1 (2).cbz" is free');
    await admin.call('updateImport', { params: { id }, body: { fileName: '1 (2)' } });
    // The name is taken after the check, before the move.
    await server.context.db.transaction(async (tx) => {
      await tx.write.updateTable('importItem').set({ state: 'importing', root: place.arrivals.path }).execute();
      await tx.write.updateTable('importItem').set({ fileName: '1.cbz' }).execute();
      await server.context.queue.enqueue(tx, 'import_files', {});
    });
    await waitForTasks(admin);
    const failed = itemAt(await listItems(admin), 'Tower/1.cbz');
    expect(failed).toMatchObject({ state: 'failed' });
    expect(failed.fault).toContain('Another file has this name');
    expect(await readFile(place.library.at('Tower/1.cbz'))).toEqual(newComic({ tint: 1 }));
    expect(existsSync(place.arrivals.at('Tower/1.cbz'))).toBe(true);
    await admin.call('updateImport', { params: { id }, body: { fileName: '2.cbz' } });
    await admin.call('acceptImport', { params: { id } });
    await waitForTasks(admin);
    expect(await readFile(place.library.at('Tower/2.cbz'))).toEqual(newComic({ tint: 2 }));
  });

  it('moves an accepted file at the next look, when the task that moves files was cancelled', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using place = await openImportPlace(admin);
    await place.arrivals.addComic('Tower/1.cbz', { tint: 2 });
    await lookThrough(admin);
    await server.context.db.transaction(async (tx) => {
      await tx.write.updateTable('importItem').set({ state: 'importing', root: place.arrivals.path }).execute();
    });
    expect(itemAt(await lookThrough(admin), 'Tower/1.cbz')).toMatchObject({ state: 'imported' });
    expect(existsSync(place.library.at('Tower/1.cbz'))).toBe(true);
  });

  it('refuses a file that was replaced since the look, and offers it again', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using place = await openImportPlace(admin);
    await place.arrivals.addComic('Tower 1.cbz', { tint: 2 });
    const { id } = itemAt(await lookThrough(admin), 'Tower 1.cbz');
    await place.arrivals.addComic('Tower 1.cbz', { tint: 3, pages: 5 });
    const refusal = await expectRefusal(admin.call('acceptImport', { params: { id } }));
    expect(refusal.message).toContain('changed since the import folder was read');
    // It changes after the check, before the move.
    await server.context.db.transaction(async (tx) => {
      await tx.write.updateTable('importItem').set({ state: 'importing', root: place.arrivals.path }).execute();
      await server.context.queue.enqueue(tx, 'import_files', {});
    });
    await waitForTasks(admin);
    expect(itemAt(await listItems(admin), 'Tower 1.cbz').fault).toContain('The file has changed');
    expect(existsSync(place.library.at('Tower'))).toBe(false);
    expect(itemAt(await lookThrough(admin), 'Tower 1.cbz')).toMatchObject({ id, state: 'waiting', fault: null });
    await admin.call('acceptImport', { params: { id } });
    await waitForTasks(admin);
    expect(await readFile(place.library.at('Tower/Tower 1.cbz'))).toEqual(newComic({ tint: 3, pages: 5 }));
  });

  it('leaves a rejected file where it is, and offers it again when it changes', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using place = await openImportPlace(admin);
    await place.arrivals.addComic('Tower 1.cbz', { tint: 2 });
    await place.arrivals.addComic('Tower 2.cbz', { tint: 4 });
    const { id } = itemAt(await lookThrough(admin), 'Tower 1.cbz');
    expect(await admin.call('rejectImport', { params: { id } })).toMatchObject({ state: 'rejected' });
    expect((await expectRefusal(admin.call('acceptImport', { params: { id } }))).message).toContain('was rejected');
    expect(itemAt(await lookThrough(admin), 'Tower 1.cbz')).toMatchObject({ id, state: 'rejected' });
    expect(existsSync(place.arrivals.at('Tower 1.cbz'))).toBe(true);
    await place.arrivals.addComic('Tower 1.cbz', { tint: 2, pages: 4 });
    await rm(place.arrivals.at('Tower 2.cbz'));
    const items = await lookThrough(admin);
    expect(itemAt(items, 'Tower 1.cbz')).toMatchObject({ id, state: 'waiting' });
    // A file that is gone leaves the list.
    expect([...items.keys()]).toEqual(['Tower 1.cbz']);
    // The same file in another import folder was not rejected.
    await admin.call('rejectImport', { params: { id } });
    using other = newBookFolder();
    await other.addComic('Tower 1.cbz', { tint: 2, pages: 4 });
    await setImportFolder(admin, other.path);
    const found = itemAt(await lookThrough(admin), 'Tower 1.cbz');
    expect(found).toMatchObject({ state: 'waiting' });
    const several = await admin.call('rejectImports', { body: { ids: [found.id, NOTHING] } });
    expect(several).toMatchObject({ changed: 1, refused: [{ id: NOTHING }] });
    expect(itemAt(await listItems(admin), 'Tower 1.cbz')).toMatchObject({ state: 'rejected' });
  });

  it('takes no hostile name, follows no link, and keeps to libraries that take the format', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using place = await openImportPlace(admin);
    using outside = newBookFolder();
    await outside.addComic('secret.cbz', { tint: 7 });
    await symlink(outside.at('secret.cbz'), place.arrivals.at('link.cbz'));
    await symlink(outside.path, place.arrivals.at('folder'));
    await symlink(outside.path, place.library.at('Way out'));
    await place.arrivals.addComic('CON: a "b"?.cbz', { tint: 8, info: '<Series>../../etc/..</Series>' });
    const items = await lookThrough(admin);
    expect([...items.keys()]).toEqual(['CON: a "b"?.cbz']);
    const { id, folder, fileName } = itemAt(items, 'CON: a "b"?.cbz');
    expect(fileName).toBe('CON_ a _b__.cbz');
    expect(folder.split('/')).toHaveLength(1);
    expect(folder).not.toMatch(/^\./);
    const params = { id };
    for (const bad of ['../up', 'a/../b', '/abs', 'a//b', '.git', 'a\u0000b', 'NUL', 'x/.hidden', 'a\\b']) {
      const refusal = await expectRefusal(admin.call('updateImport', { params, body: { folder: bad } }));
      expect([bad, refusal.status]).toEqual([bad, 400]);
    }
    for (const bad of ['../a.cbz', 'a/b.cbz', '.a.cbz', 'a\nb.cbz', 'aux.cbz']) {
      const refusal = await expectRefusal(admin.call('updateImport', { params, body: { fileName: bad } }));
      expect([bad, refusal.status]).toEqual([bad, 400]);
    }
    const renamed = await admin.call('updateImport', { params, body: { fileName: 'run.exe' } });
    expect(renamed.fileName).toBe('run.exe.cbz');
    await admin.call('updateImport', { params, body: { folder: 'Way out' } });
    await admin.call('acceptImport', { params });
    await waitForTasks(admin);
    expect(itemAt(await listItems(admin), 'CON: a "b"?.cbz').fault).toContain('leads out');
    expect(await readdir(outside.path)).toEqual(['secret.cbz']);
    using books = newBookFolder();
    const { id: libraryId } = await addLibrary(admin, books.path, { name: 'Books', allowedFormats: ['EPUB'] });
    await admin.call('updateImport', { params, body: { libraryId, folder: 'Fine' } });
    expect((await expectRefusal(admin.call('acceptImport', { params }))).message).toContain('does not take files');
  });

  it('is outside of libraries and of the data folder, for admins only, and off at first', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using library = newBookFolder();
    await library.addComic('Inner/Series/1.cbz');
    await addLibrary(admin, library.at('Inner'));
    expect(await admin.call('getImportStatus', {})).toMatchObject({ folder: null, problem: null });
    expect((await expectRefusal(admin.call('lookForImports', {}))).message).toContain('There is no import folder');
    const refused = async (path: string): Promise<string> =>
      (await expectRefusal(setImportFolder(admin, path))).message;
    expect(await refused(library.at('Inner'))).toContain('is the folder of the library "Comics"');
    expect(await refused(library.at('Inner/Series'))).toContain('is inside the folder of the library "Comics"');
    expect(await refused(library.path)).toContain('contains the folder of the library "Comics"');
    expect(await refused('relative')).toContain('must be an absolute path');
    expect(await refused(join(library.path, 'missing'))).toContain('does not exist');
    expect(await refused(server.context.config.dataDir)).toContain('data folder');
    using arrivals = newBookFolder();
    await setImportFolder(admin, arrivals.path);
    const inside = await expectRefusal(addLibrary(admin, arrivals.path, { name: 'Other' }));
    expect(inside).toMatchObject({ status: 409 });
    expect(inside.message).toContain('is the import folder');
    const account = { username: 'reader', password: 'a long password' };
    await admin.call('createUser', { body: account });
    const reader = await signIn(server, account);
    expect(await expectRefusal(reader.call('listImports', { query: {} }))).toMatchObject({ status: 403 });
  });

  const corpus = findCorpus();
  it('tells targets that files wait, and that they are imported', async () => {
    await using receiver = await openNoticeReceiver();
    await using server = await startServer(kind, { config: { 'releases.private_networks': 'loopback' } });
    const admin = await setupAdmin(server);
    await admin.call('updateSetting', { params: { key: 'notifications.quiet_seconds' }, body: { value: '1' } });
    const kinds = ['imports_waiting', 'imports_finished'] as const;
    await admin.call('createNoticeTarget', {
      body: { name: 'Ours', type: 'webhook', url: receiver.url, secret: 'a signing secret of a test', kinds },
    });
    using place = await openImportPlace(admin);
    await place.arrivals.addComic('Tower/003.cbz', { tint: 9 });
    await place.arrivals.addFile('broken.cbz', 'this is no archive');
    const read = async (count: number) => {
      const messages = await until(
        async () => receiver.messages,
        ({ length }) => length >= count,
      );
      return JSON.parse(messages[count - 1]?.body ?? '') as { kind: string; text: string };
    };
    const item = itemAt(await lookThrough(admin), 'Tower/003.cbz');
    const waiting = await read(1);
    expect(waiting.kind).toBe('imports_waiting');
    expect(waiting.text).toContain('Tower/003.cbz');
    expect(waiting.text).not.toContain('broken.cbz');
    await admin.call('acceptImport', { params: { id: item.id } });
    const finished = await read(2);
    expect(finished.kind).toBe('imports_finished');
    expect(finished.text).toContain('003.cbz” is in library “Comics”');
  });

  it.runIf(corpus !== undefined)('reads books of the corpus within its limits', async () => {
    if (corpus === undefined) return;
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using place = await openImportPlace(admin);
    const seen = new Set<string>();
    for (const [index, { path }] of corpus.books.filter((_, at) => at % 6 === 0).entries()) {
      const name = `${String(index)} ${path.split('/').at(-1) ?? ''}`;
      await copyFile(join(corpus.folder, path), place.arrivals.at(name));
      await utimes(place.arrivals.at(name), 1_000_000, 1_000_000);
      seen.add(name);
    }
    const items = await lookThrough(admin);
    expect([...items.keys()].sort()).toEqual([...seen].sort());
    expect([...items.values()].every(({ state }) => state === 'waiting' || state === 'broken')).toBe(true);
    expect([...items.values()].filter(({ state }) => state === 'waiting').length).toBeGreaterThan(0);
    expect([...items.values()].filter(({ state }) => state === 'broken').length).toBeGreaterThan(0);
  });
});
