import { rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { planNotices } from '#core/activities/notices/plan-notices.ts';
import { writeCauses, writeNewBooks } from '#core/activities/notices/write-causes.ts';
import { type Client, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { openNoticeReceiver, openToReceivers, type ReceivedMessage } from '../_harness/notice-receiver.ts';
import { addLibrary, scan, until, waitForTasks } from '../_harness/scans.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const LOOPBACK = { config: { 'releases.private_networks': 'loopback' } };
const SECRET = 'a signing secret of a test';
const EVE = { username: 'eve', password: 'a long password' };

type Receiver = Awaited<ReturnType<typeof openNoticeReceiver>>;

async function setQuiet(admin: Client, seconds: number): Promise<void> {
  await admin.call('updateSetting', {
    params: { key: 'notifications.quiet_seconds' },
    body: { value: String(seconds) },
  });
}

/** A reader of one library who follows a series of it, with a target. */
async function addFollower(
  server: TestServer,
  admin: Client,
  receiver: Receiver,
  { libraryId, seriesId }: { readonly libraryId: string; readonly seriesId: string },
) {
  openToReceivers(server.context);
  const { id } = await admin.call('createUser', { body: { ...EVE, role: 'reader', libraryIds: [libraryId] } });
  const eve = await signIn(server, EVE);
  const body = { name: 'Mine', type: 'webhook', url: receiver.url, secret: SECRET, kinds: ['new_books'] } as const;
  await eve.call('createOwnNoticeTarget', { body });
  await eve.call('followSeries', { params: { id: seriesId } });
  return { eve, userId: id };
}

async function announce({ context }: TestServer, books: readonly { readonly id: string; readonly seriesId: string }[]) {
  await context.db.transaction(async (tx) => writeNewBooks(context, tx, books));
}

function read({ body }: ReceivedMessage) {
  return JSON.parse(body) as { readonly kind: string; readonly title: string; readonly text: string };
}

describe.each(databases)('notices on %s', (kind) => {
  it('tell a follower of the new books of a scan in one message, and say nothing of other series', async () => {
    await using receiver = await openNoticeReceiver();
    using folder = newBookFolder();
    await folder.addComic('Saga/Saga 1.cbz', { tint: 1 });
    await folder.addComic('Bone/Bone 1.cbz', { tint: 2 });
    await using server = await startServer(kind, LOOPBACK);
    const admin = await setupAdmin(server);
    const { id: libraryId } = await addLibrary(admin, folder.path);
    await scan(admin, libraryId);
    await waitForTasks(admin);
    const { data } = await admin.call('listSeries', {});
    const saga = data.find(({ title }) => title === 'Saga')?.id ?? '';
    await admin.call('createOwnNoticeTarget', {
      body: { name: 'Mine', type: 'webhook', url: receiver.url, secret: SECRET, kinds: ['new_books'] },
    });
    expect(await admin.call('getSeriesFollow', { params: { id: saga } })).toEqual({ followed: false });
    expect(await admin.call('followSeries', { params: { id: saga } })).toEqual({ followed: true });
    await setQuiet(admin, 3);
    for (const [index, name] of ['Saga/Saga 2', 'Saga/Saga 3', 'Bone/Bone 2'].entries()) {
      await folder.addComic(`${name}.cbz`, { tint: 10 + index });
    }
    await scan(admin, libraryId);
    await until(
      async () => receiver.messages.length,
      (count) => count > 0,
    );
    await waitForTasks(admin);
    expect(receiver.messages.map(read)).toMatchObject([
      { kind: 'new_books', title: '2 new books of Saga', text: expect.stringMatching(/^.*2.*\n.*3.*$/) as string },
    ]);
    expect(await admin.call('unfollowSeries', { params: { id: saga } })).toEqual({ followed: false });
    await folder.addComic('Saga/Saga 4.cbz', { tint: 40 });
    await scan(admin, libraryId);
    await waitForTasks(admin);
    expect(receiver.messages).toHaveLength(1);
  });

  it('reach no follower who lost the library between the cause and the sending', async () => {
    await using receiver = await openNoticeReceiver();
    await using server = await startServer(kind, LOOPBACK);
    const admin = await setupAdmin(server);
    const [shelf, other] = [await newShelf(server), await newShelf(server, { name: 'Other' })];
    const [saga, hidden] = [await shelf.addSeries('Saga'), await other.addSeries('Hidden')];
    await shelf.addBook(saga, 'Saga 0');
    await other.addBook(hidden, 'Hidden 1');
    const { eve, userId } = await addFollower(server, admin, receiver, { libraryId: shelf.libraryId, seriesId: saga });
    expect((await expectRefusal(eve.call('followSeries', { params: { id: hidden } }))).status).toBe(404);
    const bookId = await shelf.addBook(saga, 'Saga 1');
    await setQuiet(admin, 0);
    await admin.call('pauseTasks', {});
    await announce(server, [{ id: bookId, seriesId: saga }]);
    await planNotices(server.context);
    expect(await server.context.db.read.selectFrom('noticeDelivery').select('kind').execute()).toEqual([
      { kind: 'new_books' },
    ]);
    await admin.call('patchUser', { params: { id: userId }, body: { libraryIds: [other.libraryId] } });
    await admin.call('resumeTasks', {});
    await waitForTasks(admin);
    expect(receiver.messages).toEqual([]);
    expect(await server.context.db.read.selectFrom('noticeDelivery').select('id').execute()).toEqual([]);

    await admin.call('patchUser', { params: { id: userId }, body: { libraryIds: [shelf.libraryId] } });
    await announce(server, [{ id: await shelf.addBook(saga, 'Saga 2'), seriesId: saga }]);
    await waitForTasks(admin);
    expect(receiver.messages.map(read)).toMatchObject([{ title: 'A new book of Saga', text: 'Saga 2' }]);
    // Nor one whose age limit hides the series by now.
    const ageLimit = { maxAge: 12, showsUnrated: false };
    await admin.call('patchUser', { params: { id: userId }, body: { ageLimit } });
    await announce(server, [{ id: await shelf.addBook(saga, 'Saga 3'), seriesId: saga }]);
    await waitForTasks(admin);
    expect(receiver.messages).toHaveLength(1);
    await admin.call('patchUser', { params: { id: userId }, body: { ageLimit: null, isActive: false } });
    await announce(server, [{ id: await shelf.addBook(saga, 'Saga 4'), seriesId: saga }]);
    await waitForTasks(admin);
    expect(receiver.messages).toHaveLength(1);
  });

  it('are sent once after a restart between the cause and the sending', async () => {
    await using receiver = await openNoticeReceiver();
    await using home = await openHome(kind);
    {
      await using server = await startServer(kind, { home, ...LOOPBACK });
      const admin = await setupAdmin(server);
      const shelf = await newShelf(server);
      const saga = await shelf.addSeries('Saga');
      await shelf.addBook(saga, 'Saga 0');
      await admin.call('createOwnNoticeTarget', {
        body: { name: 'Mine', type: 'webhook', url: receiver.url, secret: SECRET, kinds: ['new_books'] },
      });
      await admin.call('followSeries', { params: { id: saga } });
      await setQuiet(admin, 0);
      await admin.call('pauseTasks', {});
      await announce(server, [{ id: await shelf.addBook(saga, 'Saga 1'), seriesId: saga }]);
      await planNotices(server.context);
      await announce(server, [{ id: await shelf.addBook(saga, 'Saga 2'), seriesId: saga }]);
    }
    expect(receiver.messages).toEqual([]);
    await using again = await startServer(kind, { home, ...LOOPBACK });
    const admin = await signIn(again);
    await admin.call('resumeTasks', {});
    await waitForTasks(admin);
    expect(receiver.messages.map((message) => read(message).text).toSorted()).toEqual(['Saga 1', 'Saga 2']);
  });

  it('are tried again with the same name after an error of the receiver', async () => {
    await using receiver = await openNoticeReceiver();
    await using server = await startServer(kind, LOOPBACK);
    const admin = await setupAdmin(server);
    const { context } = server;
    const { id } = await admin.call('createNoticeTarget', {
      body: { name: 'Ops', type: 'webhook', url: receiver.url, secret: SECRET, kinds: ['task_failed'] },
    });
    await setQuiet(admin, 0);
    receiver.answerNext('broken');
    await context.db.transaction(async (tx) =>
      writeCauses(context, tx, 'task_failed', [{ taskType: 'find_duplicates', message: 'no room' }]),
    );
    const [failed] = await until(
      async () => admin.call('listNoticeTargets', {}),
      ([target]) => target?.failures === 1,
    );
    expect(failed).toMatchObject({ id, lastError: 'The server answered with status 500' });
    await waitForTasks(admin);
    const names = receiver.messages.map(({ headers }) => headers['x-lectern-delivery']);
    expect([names.length, new Set(names).size]).toEqual([2, 1]);
    expect(read(receiver.messages[1] as ReceivedMessage)).toMatchObject({
      title: 'A task failed',
      text: 'The task “Duplicate search” failed: no room',
    });
    expect(await admin.call('listNoticeTargets', {})).toMatchObject([{ failures: 0, lastError: null }]);
  });

  it('tell of a failed scan, and name nothing once no account answers for the target', async () => {
    await using receiver = await openNoticeReceiver();
    using folder = newBookFolder();
    await folder.addComic('Saga/Saga 1.cbz');
    await using server = await startServer(kind, LOOPBACK);
    const admin = await setupAdmin(server);
    const { id: libraryId } = await addLibrary(admin, folder.path);
    await scan(admin, libraryId);
    await waitForTasks(admin);
    const { id } = await admin.call('createNoticeTarget', {
      body: { name: 'Ops', type: 'webhook', url: receiver.url, secret: SECRET, kinds: ['scan_failed'] },
    });
    await setQuiet(admin, 0);
    await rename(folder.path, `${folder.path}-away`);
    expect((await scan(admin, libraryId)).status).toBe('failed');
    await waitForTasks(admin);
    await server.context.db.transaction(async ({ write }) =>
      write.updateTable('noticeTarget').set({ viewerId: null }).where('id', '=', id).execute(),
    );
    await scan(admin, libraryId);
    await waitForTasks(admin);
    await rename(`${folder.path}-away`, folder.path);
    const [named, bare] = receiver.messages.map(read);
    expect(named?.text).toContain('The scan of library “Comics” failed: ');
    expect(named?.text).not.toContain(folder.path);
    expect(bare?.text).toBe('The scan failed');
  });

  it('wait for a quiet time, and then are one', async () => {
    await using receiver = await openNoticeReceiver();
    await using server = await startServer(kind, LOOPBACK);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const saga = await shelf.addSeries('Saga');
    await shelf.addBook(saga, 'Saga 0');
    await addFollower(server, admin, receiver, { libraryId: shelf.libraryId, seriesId: saga });
    await setQuiet(admin, 5);
    for (let number = 1; number <= 15; number += 1) {
      await announce(server, [{ id: await shelf.addBook(saga, `Saga ${String(number)}`), seriesId: saga }]);
      await sleep(50);
    }
    await until(
      async () => receiver.messages.length,
      (count) => count > 0,
    );
    await waitForTasks(admin);
    expect(receiver.messages).toHaveLength(1);
    const [{ title, text }] = receiver.messages.map(read) as [ReturnType<typeof read>];
    expect(title).toBe('15 new books of Saga');
    expect(text.split('\n')).toHaveLength(11);
    expect(text).toContain('and 5 more');
  });
});
