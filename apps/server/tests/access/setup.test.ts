import type { OutgoingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { findSetupCode } from '#core/people/setup.ts';
import { createClient, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { sendTo } from '../_harness/send-to.ts';
import { startServer } from '../_harness/start-server.ts';

const account = { username: 'ann', password: 'long enough' };

describe.each(databases)('setup on %s', (kind) => {
  it('is asked for until the first user exists', async () => {
    await using server = await startServer(kind);
    const client = createClient(server);
    expect(await client.call('getSetupStatus', {})).toEqual({
      setupRequired: true,
      hasUsers: false,
      setupCodeRequired: false,
      registrationEnabled: false,
      guestsAllowed: false,
      verificationRequired: false,
      mailEnabled: false,
    });
    const refusal = await expectRefusal(
      client.call('initializeSetup', { body: { ...account, password: 'Password123' } }),
    );
    expect([refusal.status, refusal.details]).toEqual([
      400,
      [{ path: 'password', message: expect.stringContaining('must not be a common password') as string }],
    ]);
    await client.call('initializeSetup', { body: account });
    expect(await client.call('getSetupStatus', {})).toEqual({
      setupRequired: false,
      hasUsers: true,
      setupCodeRequired: false,
      registrationEnabled: false,
      guestsAllowed: false,
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

  it('asks for the code of the console unless it is sent on the machine, and refuses names of strangers', async () => {
    await using server = await startServer(kind, { config: { 'server.allowed_hosts': 'books.example' } });
    const code = (await findSetupCode(server.context)) ?? '';
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/);
    const send = async (headers: OutgoingHttpHeaders, setupCode?: string) =>
      sendTo(server.url, '/api/v1/setup/initialize', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ ...account, ...(setupCode === undefined ? {} : { setup_code: setupCode }) }),
      });
    // A page of another site that leads its own name here.
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:8080']) {
      const { status, body } = await send({ host }, code);
      expect([host, status, body['error']]).toEqual([host, 403, 'Forbidden']);
    }
    // Other devices, and what a proxy passes on.
    const others: readonly OutgoingHttpHeaders[] = [
      { host: 'books.example' },
      { host: 'nas:8080' },
      { host: '192.168.1.7' },
      { 'x-forwarded-for': '203.0.113.7' },
      { forwarded: 'for=203.0.113.7' },
      { via: '1.1 proxy' },
    ];
    for (const headers of others) {
      const status = await sendTo(server.url, '/api/v1/setup/status', { headers });
      expect([headers, status.body]).toEqual([headers, expect.objectContaining({ setupCodeRequired: true })]);
      const { status: refused, body } = await send(headers);
      expect([headers, refused, body['details']]).toEqual([
        headers,
        400,
        [expect.objectContaining({ path: 'setupCode' })],
      ]);
    }
    const proxied = { 'x-forwarded-for': '203.0.113.7' };
    expect((await send(proxied, 'ABCD-EFGH')).status).toBe(400);
    // Too many to try.
    const outcomes = [];
    for (let guess = 0; guess < 10; guess += 1) outcomes.push((await send(proxied, `AAAA-AA${String(guess)}`)).status);
    expect(outcomes).toContain(429);
    expect((await send({}, undefined)).status).toBe(201);
    expect(await findSetupCode(server.context)).toBeUndefined();
    expect((await send(proxied, code)).status).toBe(409);
  });

  it('takes the code as it is typed, and has the same one after a restart', async () => {
    await using home = await openHome(kind);
    let code = '';
    {
      await using server = await startServer(kind, { home });
      code = (await findSetupCode(server.context)) ?? '';
    }
    await using server = await startServer(kind, { home });
    expect(await findSetupCode(server.context)).toBe(code);
    const { status } = await sendTo(server.url, '/api/v1/setup/initialize', {
      method: 'POST',
      headers: { 'content-type': 'application/json', host: 'nas' },
      body: JSON.stringify({ ...account, setupCode: ` ${code.toLowerCase().replace('-', ' ')}` }),
    });
    expect(status).toBe(201);
  });

  it('is refused once a user exists', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    const refusal = await expectRefusal(createClient(server).call('initializeSetup', { body: account }));
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
    const refusal = await expectRefusal(createClient(server).call('initializeSetup', { body }));
    expect([refusal.status, refusal.kind]).toEqual([400, 'BadRequest']);
    expect(refusal.details).toContainEqual(expect.objectContaining({ path }));
    expect((await createClient(server).call('getSetupStatus', {})).setupRequired).toBe(true);
  });
});
