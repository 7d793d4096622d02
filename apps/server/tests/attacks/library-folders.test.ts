import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { addLibraries } from '#core/activities/scan/add-libraries.ts';
import { describe, expect, it } from 'vitest';
import { type Client, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { answerTo } from '../_harness/ask-probes.ts';
import { addLibrary, scan } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

const ACCOUNT = { username: 'keeper', password: 'the password of all', role: 'maintainer' as const };

/** A folder with roots for libraries in it, and others beside. */
async function openFolders() {
  const path = await mkdtemp(join(tmpdir(), 'lectern-folders-'));
  const root = join(path, 'root');
  for (const name of ['free', 'taken', 'hidden/below', 'moved']) await mkdir(join(root, name), { recursive: true });
  await mkdir(join(path, 'secret'));
  await writeFile(join(path, 'secret', 'file.cbz'), '');
  await writeFile(join(root, 'file'), '');
  await symlink(join(path, 'secret'), join(root, 'escape'));
  return { path, root, [Symbol.asyncDispose]: async () => rm(path, { recursive: true, force: true }) };
}

/** What every way of naming a folder says, without the folder. */
async function tryFolder(client: Client, libraryId: string, path: string): Promise<string[]> {
  const asks = [
    ['createLibrary', { body: { name: 'Mine', path } }],
    ['previewScan', { body: { path } }],
    ['previewLibraryPath', { params: { id: libraryId }, body: { path } }],
    ['updateLibrary', { params: { id: libraryId }, body: { path } }],
  ] as const;
  const said = await Promise.all(asks.map(async ([name, ask]) => answerTo(client, name, ask)));
  return said.map((text) => text.replaceAll(JSON.stringify(JSON.stringify(path)).slice(1, -1), '<path>'));
}

async function openWorld(kind: DatabaseKind, config: Readonly<Record<string, string>>, root: string) {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind, { config }));
  const admin = await setupAdmin(server);
  const taken = await addLibrary(admin, join(root, 'taken'), { name: 'Taken' });
  const hidden = await addLibrary(admin, join(root, 'hidden'), { name: 'Hidden' });
  await admin.call('createUser', { body: { ...ACCOUNT, libraryIds: [taken.id] } });
  const keeper = await signIn(server, ACCOUNT);
  const owned = opened.move();
  return { server, admin, keeper, taken, hidden, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}

describe.each(databases)('folders of libraries on %s', (kind) => {
  it('are for administrators to choose where no roots are configured, and nothing is told of them', async () => {
    await using folders = await openFolders();
    await using world = await openWorld(kind, {}, folders.root);
    const { admin, keeper, taken } = world;
    const places = ['/etc', '/nowhere', folders.root, join(folders.root, 'hidden'), join(folders.root, 'file')];
    const said = await Promise.all(places.map(async (path) => tryFolder(keeper, taken.id, path)));
    for (const answers of said) expect(answers).toEqual(said[0]);
    expect(said[0]?.every((text) => text.startsWith('403') && text.includes('Ask an admin'))).toBe(true);
    expect(await expectRefusal(keeper.call('createLibrary', { body: { name: 'Mine', path: '/etc' } }))).toMatchObject({
      status: 403,
      details: [{ path: 'path' }],
    });
    // What is theirs to change stays so, also when a program sends the whole library back.
    const { path, scanningConfig } = await keeper.call('getLibrary', { params: { id: taken.id } });
    const body = { name: 'Renamed', path, scanningConfig };
    expect(await keeper.call('updateLibrary', { params: { id: taken.id }, body })).toMatchObject({ name: 'Renamed' });
    expect((await admin.call('createLibrary', { body: { name: 'Free', path: join(folders.root, 'free') } })).path).toBe(
      join(folders.root, 'free'),
    );
  });

  it('are chosen inside of the roots by others, and all else is refused in one way', async () => {
    await using folders = await openFolders();
    const { root } = folders;
    await using world = await openWorld(kind, { 'files.roots': root }, root);
    const { keeper, taken } = world;
    const places = [
      ...['/etc', '/nowhere', folders.path, `${root}/..`, join(folders.path, 'secret')],
      ...['escape', 'file', 'missing', 'hidden', 'hidden/below'].map((name) => join(root, name)),
    ];
    const said = await Promise.all(places.map(async (path) => tryFolder(keeper, taken.id, path)));
    for (const [index, answers] of said.entries()) {
      expect([places[index], answers]).toEqual([places[index], said[0]]);
    }
    expect(said[0]?.every((text) => text.startsWith('403'))).toBe(true);
    const overlap = keeper.call('createLibrary', { body: { name: 'Mine', path: taken.path } });
    expect((await expectRefusal(overlap)).status).toBe(409);
    const made = await keeper.call('createLibrary', { body: { name: 'Mine', path: join(root, 'free') } });
    expect(made.path).toBe(join(root, 'free'));
    const moved = { params: { id: made.id }, body: { path: join(root, 'moved') } };
    expect((await keeper.call('previewLibraryPath', moved)).path).toBe(join(root, 'moved'));
    expect((await keeper.call('updateLibrary', moved)).path).toBe(join(root, 'moved'));
  });

  it('let administrators alone decide whether links lead out of them', async () => {
    await using folders = await openFolders();
    const { root } = folders;
    await using world = await openWorld(kind, { 'files.roots': root }, root);
    const { admin, keeper, taken } = world;
    const scanningConfig = { followLinksOutside: true };
    const body = { name: 'Mine', path: join(root, 'free'), scanningConfig };
    const params = { id: taken.id };
    const refused = [
      keeper.call('createLibrary', { body }),
      keeper.call('previewScan', { body: { path: body.path, scanningConfig } }),
      keeper.call('updateLibrary', { params, body: { scanningConfig } }),
      keeper.call('patchLibrary', { params, body: { scanningConfig } }),
    ];
    for (const refusal of await Promise.all(refused.map(expectRefusal))) {
      expect(refusal).toMatchObject({ status: 403, details: [{ path: 'scanningConfig.followLinksOutside' }] });
    }
    await admin.call('updateLibrary', { params, body: { scanningConfig } });
    const kept = await keeper.call('updateLibrary', { params, body: { scanningConfig: { scanOnStart: true } } });
    expect(kept.scanningConfig).toMatchObject({ followLinksOutside: true, scanOnStart: true });
    const away = { params, body: { path: join(root, 'moved') } };
    for (const name of ['updateLibrary', 'previewLibraryPath'] as const) {
      expect([name, (await expectRefusal(keeper.call(name, away))).status]).toEqual([name, 403]);
    }
    expect((await expectRefusal(keeper.call('updateLibrary', { params, body: { scanningConfig: null } }))).status).toBe(
      403,
    );
  });

  it('are never the data folder, by any name, for any user, at any time', async () => {
    await using folders = await openFolders();
    await using world = await openWorld(kind, {}, folders.root);
    const { server, admin, taken } = world;
    const inside = join(server.dataDir, 'inside');
    await mkdir(inside);
    await symlink(server.dataDir, join(folders.root, 'data'));
    const places = [server.dataDir, inside, dirname(server.dataDir), join(folders.root, 'data'), '/'];
    for (const path of places) {
      const said = await tryFolder(admin, taken.id, path);
      expect([path, said.map((text) => text.slice(0, 3))]).toEqual([path, ['400', '400', '400', '400']]);
      expect(said.every((text) => text.includes('data folder'))).toBe(true);
      await expect(addLibraries(server.context, [path])).rejects.toThrow('data folder');
    }
    // The folder of a library becomes a link later on.
    await rename(taken.path, `${taken.path} before`);
    await symlink(server.dataDir, taken.path);
    await writeFile(join(server.dataDir, 'secret.cbz'), 'of the server');
    const { status, errors } = await scan(admin, taken.id);
    expect([status, errors.join()]).toEqual(['failed', expect.stringContaining('data folder')]);
    await rm(taken.path);
    await rename(`${taken.path} before`, taken.path);
    // A link in it is followed anywhere else.
    await symlink(server.dataDir, join(taken.path, 'data'));
    await symlink(join(folders.path, 'secret'), join(taken.path, 'elsewhere'));
    const body = { scanningConfig: { followLinksOutside: true } };
    await admin.call('updateLibrary', { params: { id: taken.id }, body });
    await scan(admin, taken.id);
    const { data: books } = await admin.call('listBooks', { query: { libraryId: taken.id } });
    expect(books.map(({ path }) => path)).toEqual([join(taken.path, 'elsewhere', 'file.cbz')]);
  });
});
