import { rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { checkHealth } from '#core/activities/health/check-health.ts';
import { warning } from '#core/activities/doctor/finding.ts';
import { claimCheck } from '#db/repos/system/health.repo.ts';
import { type Client, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { openHome } from '../_harness/home.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, scan, until } from '../_harness/scans.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

async function findByKey(admin: Client, key: string) {
  const { findings } = await admin.call('checkHealth', {});
  return findings.find((finding) => finding.key === key);
}

describe.each(databases)('the health of a server on %s', (kind) => {
  it('tells of a library that does not answer and of its failed scan, until both work again', async () => {
    await using server = await startServer(kind);
    using folder = newBookFolder();
    await folder.addComic('Saga/Saga 1.cbz');
    const admin = await setupAdmin(server);
    const { id } = await addLibrary(admin, folder.path);
    await scan(admin, id);
    expect(await findByKey(admin, `library ${id} 0`)).toBeUndefined();

    await rename(folder.path, `${folder.path}-away`);
    expect((await scan(admin, id)).status).toBe('failed');
    const { findings } = await admin.call('checkHealth', {});
    expect(findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: `library ${id} 0`, area: 'libraries', state: 'problem', page: 'libraries' }),
        expect.objectContaining({ key: `failed scan_library ${id}`, state: 'problem', page: 'tasks' }),
      ]),
    );
    expect(findings.find(({ key }) => key === `failed scan_library ${id}`)?.message).toContain('“Comics” failed');

    await rename(`${folder.path}-away`, folder.path);
    await scan(admin, id);
    const later = await admin.call('checkHealth', {});
    expect(later.findings.filter(({ key }) => key.includes(id))).toEqual([]);
  });

  it('counts books with errors and failing release sources, and says where to mend them', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const bookId = await shelf.addBook(await shelf.addSeries('Saga'), 'Saga 1');
    const source = await admin.call('createReleaseSource', { body: { displayName: 'Push', kind: 'api-feed' } });
    await server.context.db.transaction(async ({ write }) => {
      const error = { bookId, errorType: 'parser', message: 'cut short', details: null };
      await write
        .insertInto('bookError')
        .values({ ...error, occurredAt: Date.now() })
        .execute();
      await write.updateTable('releaseSource').set({ failures: 3, lastError: 'status 500' }).execute();
    });
    const { findings } = await admin.call('checkHealth', {});
    expect(findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: 'book errors', message: '1 book has an error', page: 'health' }),
        expect.objectContaining({
          key: `release source ${source.id}`,
          message: 'Release source “Push” failed 3 times in a row: status 500',
          page: 'releases',
        }),
      ]),
    );
  });

  it('keeps a finding hidden until it changes, and the time since which it is there', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { context } = server;
    const check = async (message: string) => {
      await checkHealth(context, async () => undefined, [
        async () => [{ area: 'books', key: 'k', ...warning(message, 'x') }],
      ]);
      return (await admin.call('listHealthFindings', {})).findings.find(({ key }) => key === 'k');
    };
    await admin.call('checkHealth', {});
    const first = await check('2 books are ill');
    expect(first?.hiddenAt).toBeNull();
    const hide = { body: { key: 'k', hidden: true } };
    const { findings } = await admin.call('hideHealthFinding', hide);
    expect(findings.find(({ key }) => key === 'k')).toMatchObject({ hiddenBy: 'admin' });
    await sleep(5);
    expect(await check('3 books are ill')).toMatchObject({ hiddenBy: 'admin', since: first?.since });
    expect(await check('books are lost')).toMatchObject({ hiddenBy: null, since: first?.since });
    await admin.call('hideHealthFinding', hide);
    await admin.call('hideHealthFinding', { body: { key: 'k', hidden: false } });
    expect(await check('books are lost')).toMatchObject({ hiddenAt: null });
    const none = await expectRefusal(admin.call('hideHealthFinding', { body: { key: 'none', hidden: true } }));
    expect(none).toMatchObject({ status: 404, message: 'Finding "none" not found' });
  });

  it('reports a source that fails, and asks the others all the same', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await admin.call('checkHealth', {});
    const broken = async () => {
      await sleep(1);
      throw new Error('no such thing');
    };
    const fine = async () => [{ area: 'books' as const, key: 'fine', ...warning('found', 'x') }];
    await checkHealth(server.context, async () => undefined, [broken, fine]);
    const { findings } = await admin.call('listHealthFindings', {});
    expect(findings.map(({ key, message }) => [key, message]).toSorted()).toEqual([
      ['fine', 'found'],
      ['source broken', 'A check could not be made: no such thing'],
    ]);
  });

  it('is told live to admins, and to admins only', async () => {
    await using server = await startServer(kind);
    using folder = newBookFolder();
    const admin = await setupAdmin(server);
    await admin.call('createUser', { body: { username: 'eve', password: 'a long password', role: 'maintainer' } });
    const eve = await signIn(server, { username: 'eve', password: 'a long password' });
    for (const name of ['listHealthFindings', 'checkHealth'] as const) {
      expect((await expectRefusal(eve.call(name, {}))).status).toBe(403);
    }
    await admin.call('checkHealth', {});
    const [own, other] = [
      await openEventStream(admin, '/api/v1/events/stream'),
      await openEventStream(eve, '/api/v1/events/stream'),
    ];
    const ill = async () => [{ area: 'books' as const, key: 'k', ...warning('ill', 'x') }];
    await checkHealth(server.context, async () => undefined, [ill]);
    expect(await own.until('health_updated')).toContain('event: health_updated');
    // The next event that she may receive shows that this one never came.
    await addLibrary(admin, folder.path);
    expect(await other.until('library_created')).not.toContain('health_updated');
    await Promise.all([own.close(), other.close()]);
  });
});

it('is the same for every process on one PostgreSQL, and only one of them checks', async () => {
  await using home = await openHome('postgres');
  await using one = await startServer('postgres', { home });
  await using two = await startServer('postgres', { home });
  const admin = await setupAdmin(one);
  const second = await signIn(two);
  const { db } = one.context;
  // They check by themselves too, and find other things.
  for (const { context } of [one, two]) await context.health[Symbol.asyncDispose]();
  const claims = [one, two].map(async ({ context }) => context.db.transaction(async (tx) => claimCheck(tx, 60_000)));
  expect((await Promise.all(claims)).toSorted()).toEqual([false, true]);
  const ill = async () => [{ area: 'books' as const, key: 'k', ...warning('ill', 'x') }];
  await checkHealth(one.context, async () => undefined, [ill]);
  await Promise.all([one, two].map(async ({ context }) => checkHealth(context, async () => undefined, [ill])));
  expect(await db.read.selectFrom('healthFinding').select('key').execute()).toEqual([{ key: 'k' }]);
  await admin.call('hideHealthFinding', { body: { key: 'k', hidden: true } });
  const seen = await until(
    async () => second.call('listHealthFindings', {}),
    ({ findings }) => findings[0]?.hiddenAt !== null,
  );
  expect(seen.findings).toMatchObject([{ key: 'k', hiddenBy: 'admin' }]);
});
