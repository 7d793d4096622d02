import { describe, expect, it } from 'vitest';
import { createClient, refusalOf, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { startServer } from '../_harness/start-server.ts';

const account = { username: 'ann', password: 'long enough' };

describe.each(databases)('setup on %s', (kind) => {
  it('is asked for until the first user exists', async () => {
    await using server = await startServer(kind);
    const client = createClient(server);
    expect(await client.call('getSetupStatus', {})).toEqual({
      setupRequired: true,
      hasUsers: false,
      registrationEnabled: false,
      verificationRequired: false,
      mailEnabled: false,
    });
    await client.call('initializeSetup', { body: account });
    expect(await client.call('getSetupStatus', {})).toEqual({
      setupRequired: false,
      hasUsers: true,
      registrationEnabled: false,
      verificationRequired: false,
      mailEnabled: false,
    });
  });

  it('answers 201 with a session that works, and an empty e-mail when none was given', async () => {
    await using server = await startServer(kind);
    const response = await fetch(`${server.url}/api/v1/setup/initialize`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    });
    expect(response.status).toBe(201);
    const body = (await response.json()) as { access_token: string; user: unknown };
    expect(body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 86_400,
      user: { username: 'ann', email: '', role: 'admin' },
    });
    const me = await createClient(server, body.access_token).call('getCurrentUser', {});
    expect(me).toMatchObject({ username: 'ann', role: 'admin', isActive: true, permissions: [] });
    expect(me.effectivePermissions).toHaveLength(22);
  });

  it('is refused once a user exists', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    const refusal = await refusalOf(createClient(server).call('initializeSetup', { body: account }));
    expect([refusal.status, refusal.kind]).toEqual([409, 'Conflict']);
  });

  it('lets one of many that race succeed', async () => {
    await using server = await startServer(kind);
    const client = createClient(server);
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const outcomes = await Promise.allSettled(
      names.map(async (username) => client.call('initializeSetup', { body: { ...account, username } })),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    const users = await server.context.db.read.selectFrom('user').select('username').execute();
    expect(users).toHaveLength(1);
  });

  it.each([
    ['a short password', { username: 'ann', password: '1234567' }, 'password'],
    ['a long password', { username: 'ann', password: 'x'.repeat(257) }, 'password'],
    ['an empty name', { username: '   ', password: 'long enough' }, 'username'],
    ['a name with a colon', { username: 'a:b', password: 'long enough' }, 'username'],
    ['a bad address', { ...account, email: 'nobody' }, 'email'],
  ])('refuses %s and names the field', async (_what, body, path) => {
    await using server = await startServer(kind);
    const refusal = await refusalOf(createClient(server).call('initializeSetup', { body }));
    expect([refusal.status, refusal.kind]).toEqual([400, 'BadRequest']);
    expect(refusal.details).toContainEqual(expect.objectContaining({ path }));
    expect((await createClient(server).call('getSetupStatus', {})).setupRequired).toBe(true);
  });
});
