import type { AuditAction } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { toAuditRow } from '#core/audit/write-audit.ts';
import { insertAuditEntries } from '#db/repos/system/audit.repo.ts';
import { type Client, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { readCode } from '../_harness/second-factor.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

const PASSWORD = 'the password of all';
const DAY_MS = 86_400_000;
const NOWHERE = { ipAddress: null, device: null };

type Making = readonly [action: AuditAction, make: (client: Client, name: string) => Promise<unknown>];

async function addApp(client: Client): Promise<void> {
  const { ticket, secret } = await client.call('startApp', { body: {} });
  await client.call('finishApp', { body: { ticket, code: readCode(secret) } });
}

/** Two readers who see a book, and what each of them may make. */
async function openWorld(kind: DatabaseKind) {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind));
  const admin = await setupAdmin(server);
  await admin.call('updateSetting', { params: { key: 'sharing.links' }, body: { value: 'accounts' } });
  const { libraryId, ...shelf } = await newShelf(server, { name: 'One' });
  const targetId = await shelf.addBook(await shelf.addSeries('Saga'), 'Saga 1');
  const addReader = async (username: string) => {
    const account = { username, password: PASSWORD };
    const { id } = await admin.call('createUser', { body: { ...account, libraryIds: [libraryId] } });
    return { id, username, client: await signIn(server, account) };
  };
  const [busy, calm] = [await addReader('busy'), await addReader('calm')];
  const { id: keyId } = await busy.client.call('createApiKey', { body: { name: 'first' } });
  const makings: readonly Making[] = [
    ['api_key_made', async (client, name) => client.call('createApiKey', { body: { name } })],
    ['share_made', async (client) => client.call('createShare', { body: { kind: 'book', targetId } })],
    [
      'export_made',
      async (client) =>
        client.call('createExport', {
          body: { format: 'csv', exportType: 'series', libraryIds: [libraryId], fields: ['title'] },
        }),
    ],
    ['account_added', async (client, name) => client.call('createChildProfile', { body: { name } })],
  ];
  /** Entries of a person that are older than now. */
  const fill = async (action: AuditAction, count: number, ageMs: number) => {
    const actor = { userId: busy.id, username: busy.username };
    const at = Date.now() - ageMs;
    const rows = Array.from({ length: count }, () => toAuditRow({ action, actor }, NOWHERE, at));
    await server.context.db.transaction(async (tx) => insertAuditEntries(tx, rows));
  };
  const owned = opened.move();
  return { server, admin, busy, calm, keyId, makings, fill, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}

describe.each(databases)('what a person makes in a day, on %s', (kind) => {
  it('has a limit for each kind, which others and yesterday do not spend', async () => {
    await using world = await openWorld(kind);
    const { server, busy, calm, makings, fill } = world;
    for (const [action, make] of makings) {
      await fill(action, 1_000, DAY_MS + 60_000);
      // The key of the beginning counts as well.
      await fill(action, action === 'api_key_made' ? 998 : 999, DAY_MS / 2);
      await make(busy.client, 'last');
      const refusal = await expectRefusal(make(busy.client, 'more'));
      expect([action, refusal.status]).toEqual([action, 429]);
      await make(calm.client, 'calm');
      await server.idle();
    }
  });

  it('has a limit for child profiles that are changed and opened, and for new recovery codes', async () => {
    await using world = await openWorld(kind);
    const { busy, calm, fill } = world;
    for (const { client } of [busy, calm]) {
      const child = await client.call('createChildProfile', { body: { name: 'Mia' } });
      await addApp(client);
      const isBusy = client === busy.client;
      const makings: readonly Making[] = [
        ['recovery_codes_made', async () => client.call('makeRecoveryCodes', {})],
        ['account_changed', async () => client.call('updateChildProfile', { params: child, body: { name: 'Mia' } })],
        ['factor_added', async () => addApp(client)],
        ['child_profile_opened', async () => client.call('openChildProfile', { params: child })],
      ];
      for (const [action, make] of makings) {
        if (!isBusy) {
          await make(client, '');
          continue;
        }
        await fill(action, 1_000, DAY_MS / 2);
        expect([action, (await expectRefusal(make(client, ''))).status]).toEqual([action, 429]);
      }
    }
  });

  it('has no entry for sessions when none ended', async () => {
    await using world = await openWorld(kind);
    const { admin, busy, server } = world;
    const listEnds = async () =>
      (await admin.call('listAudit', { query: { userId: busy.id, action: 'sessions_ended' } })).data.map(
        ({ details }) => details,
      );
    await busy.client.call('deleteSessions', {});
    expect(await listEnds()).toEqual([]);
    await signIn(server, { username: busy.username, password: PASSWORD });
    for (const _ of [1, 2, 3]) await busy.client.call('deleteSessions', {});
    expect(await listEnds()).toEqual([{}]);
  });

  it('has a limit for changes of keys, and tells when it ends', async () => {
    await using world = await openWorld(kind);
    const { busy, keyId, fill } = world;
    await fill('api_key_changed', 1_000, DAY_MS - 600_000);
    const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"name":"new"}' };
    const answer = await busy.client.fetch(`/api/v1/api-keys/${keyId}`, init);
    expect(answer.status).toBe(429);
    const seconds = Number(answer.headers.get('retry-after'));
    expect([seconds > 0, seconds <= 600]).toEqual([true, true]);
  });
});
