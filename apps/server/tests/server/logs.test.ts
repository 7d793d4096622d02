import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, type Endpoint, type RouteName, routes } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#db/open.ts';
import { userKey } from '#db/repos/people/users.repo.ts';
import { type Client, createClient } from '../_harness/client.ts';
import { type Home, openHome } from '../_harness/home.ts';
import { until } from '../_harness/scans.ts';
import { type ServerProcess, startServerProcess } from '../_harness/server-process.ts';
import { startMailBox } from '../_harness/smtp.ts';

/** Secrets that clients send in fields, headers and addresses. Each is found in any part of a line. */
const PLANTED = {
  password: 'planted Passw0rd "with quotes"',
  wrong: 'planted Wr0ng "with quotes"',
  token: 'PlantedToken0123456789abcdefghijklmnopqrstuvwxyz-_',
  key: 'svc_abcd1234_PlantedKey0123456789abcdefghijklmnopqrstuv',
  search: 'planted search of a person',
  mail: 'planted mail secret',
};

/** Texts that would give one of them away, in whatever form. */
function traces(texts: readonly string[]): string[] {
  return texts.flatMap((text) => [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    Buffer.from(text).toString('base64').slice(0, 24),
    Buffer.from(`admin:${text}`).toString('base64').slice(0, 24),
  ]);
}

const AUTH: readonly RouteName[] = (Object.keys(routes) as RouteName[]).filter((name) => {
  const { tag }: Endpoint = api[name];
  return (
    /^(Setup|Authentication|Sessions?|Account|Profile|API keys|Users|Second factor)/i.test(tag) ||
    /auth|password|key/i.test(name)
  );
});

const CREDENTIALS: readonly Readonly<Record<string, string>>[] = [
  { authorization: `Bearer ${PLANTED.token}` },
  { authorization: `Bearer ${PLANTED.key}` },
  { authorization: `Basic ${Buffer.from(`admin:${PLANTED.wrong}`).toString('base64')}` },
  { authorization: `Basic ${Buffer.from(`api:${PLANTED.key}`).toString('base64')}` },
  { 'x-api-key': PLANTED.key },
  { cookie: `lectern_session=${PLANTED.token}; lectern_refresh=${PLANTED.token}`, 'sec-fetch-site': 'same-origin' },
];

/** Every field in which something secret may come, with something else that is refused. */
const BODIES: readonly object[] = [
  { username: 'admin', password: PLANTED.wrong },
  { username: { nested: PLANTED.wrong }, password: [PLANTED.wrong], email: PLANTED.wrong },
  { token: PLANTED.token, password: PLANTED.wrong, newPassword: PLANTED.wrong, refreshToken: PLANTED.token },
  { currentPassword: PLANTED.wrong, newPassword: PLANTED.wrong, name: 'x', permissions: [PLANTED.wrong] },
  { ticket: PLANTED.token, code: PLANTED.wrong, currentPassword: PLANTED.wrong },
  { refresh_token: PLANTED.token, email: 'somebody@example.org', username: 'new', password: PLANTED.wrong },
];

async function askEverything({ url }: ServerProcess): Promise<number[]> {
  const statuses: number[] = [];
  const query = `?token=${PLANTED.token}&key=${PLANTED.key}&q=${encodeURIComponent(PLANTED.search)}`;
  for (const name of AUTH) {
    const [method, path] = routes[name];
    const address = url + path.replace(/\{\w+\*?\}/g, PLANTED.token) + query;
    for (const [index, body] of BODIES.entries()) {
      const headers = { ...CREDENTIALS[(index + AUTH.indexOf(name)) % CREDENTIALS.length] };
      const hasBody = method !== 'GET' && method !== 'DELETE';
      const sent = hasBody ? { body: JSON.stringify(body) } : {};
      const type: Readonly<Record<string, string>> = hasBody ? { 'content-type': 'application/json' } : {};
      const response = await fetch(address, { method, headers: { ...headers, ...type }, ...sent });
      await response.arrayBuffer();
      statuses.push(response.status);
    }
  }
  const broken = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"password":"${PLANTED.wrong}`,
  };
  statuses.push((await fetch(`${url}/api/v1/auth/login`, broken)).status);
  return statuses;
}

/** Signs in and on by every way there is, and gives what was used for it. */
async function useCredentials(server: ServerProcess, admin: Client): Promise<string[]> {
  const { key } = await admin.call('createApiKey', { body: { name: 'Key' } });
  const user = { username: 'admin', password: PLANTED.password };
  const signedIn = await createClient(server).call('login', { body: user });
  const refreshed = await createClient(server).call('refreshSession', {
    body: { refreshToken: signedIn.refresh_token },
  });
  for (const headers of [
    { 'x-api-key': key },
    { authorization: `Bearer ${key}` },
    { authorization: `Basic ${Buffer.from(`admin:${PLANTED.password}`).toString('base64')}` },
    { cookie: `lectern_session=${refreshed.access_token}` },
  ]) {
    const response = await fetch(`${server.url}/api/v1/auth/me?q=${encodeURIComponent(PLANTED.search)}`, { headers });
    expect(response.status).toBe(200);
  }
  const body = { email: 'admin@example.org', currentPassword: PLANTED.password };
  await admin.call('updateProfile', { body });
  await createClient(server).call('forgotPassword', { body: { email: 'admin@example.org' } });
  const used = [key, signedIn.access_token, signedIn.refresh_token, refreshed.access_token, refreshed.refresh_token];
  return [admin.token ?? '', ...used.map(String)];
}

describe('the log of a server', () => {
  it('holds no secret of any way to sign in, whatever goes wrong, and a line for each request', async () => {
    await using box = await startMailBox();
    await using home = await openHome('sqlite');
    const env = Object.fromEntries(
      Object.entries({ ...box.config, 'mail.password': PLANTED.mail }).map(([key, value]) => [
        `LECTERN_${key.replace('.', '_').toUpperCase()}`,
        value,
      ]),
    );
    await using server = await startServerProcess(home, { logLevel: 'trace', env });
    const { access_token: token } = await createClient(server).call('initializeSetup', {
      body: { username: 'admin', password: PLANTED.password },
    });
    const admin = createClient(server, token);
    const used = await useCredentials(server, admin);
    // The mail server refuses the planted password: what it says goes to the log.
    await until(
      async () => Promise.resolve(server.output()),
      (said) => said.includes('task failed'),
    );
    const statuses = await askEverything(server);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(new Set(statuses).size).toBeGreaterThan(2);

    // Now all goes wrong that can: errors carry queries, causes and stacks.
    const path = `${home.dataDir}/lectern.db`;
    {
      const { db } = await openDatabase({ kind: 'sqlite', path });
      await using _db = db;
      await db.transaction(async ({ write }) => {
        for (const table of ['apiKey', 'session', 'mailToken'] as const)
          await write.schema.alterTable(table).renameTo(`${table}Away`).execute();
      });
    }
    const failed = await askEverything(server);
    expect(failed.filter((status) => status === 500).length).toBeGreaterThan(10);
    await until(
      async () => Promise.resolve(server.output()),
      (said) => said.split('"status":500').length > 10,
    );

    const said = server.output();
    const secrets = traces([...Object.values(PLANTED), ...used].filter((text) => text !== ''));
    expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
    const lines = said
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const answered = lines.filter(({ msg }) => msg === 'request answered');
    const me = answered.find(({ route, status }) => route === '/api/v1/auth/me' && status === 200);
    expect(me).toMatchObject({ method: 'GET', path: '/api/v1/auth/me', area: 'http' });
    expect([typeof me?.['userId'], typeof me?.['requestId'], typeof me?.['durationMs']]).toEqual([
      'string',
      'string',
      'number',
    ]);
    expect(me?.['sentBytes']).toBeGreaterThan(100);
    expect(lines.filter(({ time }) => !/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(String(time)))).toEqual([]);
    expect(
      lines.some(({ msg, err }) => msg === 'request failed' && JSON.stringify(err).includes('no such table')),
    ).toBe(true);
  });
});

/** How an operator is told to read refused sign-ins, with what fail2ban puts for `<ADDR>`. */
function documentedFilter(): RegExp {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/signing-in.md'), 'utf8');
  const pattern = /^failregex = (.*)$/m.exec(page)?.[1] ?? 'missing';
  return new RegExp(pattern.replace('<ADDR>', '(?<ip>[0-9a-f:.]+)'), 'u');
}

/** One that a newer token has taken the place of, a while ago. */
async function usedRefreshToken(
  server: ServerProcess,
  home: Home,
  body: Readonly<Record<'username' | 'password', string>>,
) {
  const { refresh_token: refreshToken } = await createClient(server).call('login', { body });
  await createClient(server).call('refreshSession', { body: { refreshToken } });
  const { db } = await openDatabase({ kind: 'sqlite', path: join(home.dataDir, 'lectern.db') });
  await using _db = db;
  await db.transaction(async ({ write }) => write.updateTable('session').set({ renewedAt: 1 }).execute());
  return refreshToken;
}

/** Gives an account a name that it may have from before there were rules for names. */
async function renameAsBefore(home: Home, username: string, odd: string): Promise<void> {
  const { db } = await openDatabase({ kind: 'sqlite', path: join(home.dataDir, 'lectern.db') });
  await using _db = db;
  const names = { username: odd, usernameKey: userKey(odd) };
  await db.transaction(async ({ write }) =>
    write.updateTable('user').set(names).where('username', '=', username).execute(),
  );
}

describe('a refused sign-in', () => {
  it('is one line at every door, which the documented filter reads, whatever was typed', async () => {
    await using home = await openHome('sqlite');
    await using server = await startServerProcess(home, { logLevel: 'warn' });
    const body = { username: 'admin', password: PLANTED.password };
    const { access_token: token } = await createClient(server).call('initializeSetup', { body });
    const admin = createClient(server, token);
    await admin.call('updateSetting', { params: { key: 'compat_api.enabled' }, body: { value: 'true' } });
    // Names hold no colon; one that is not an account's is not logged at all.
    const odd = '\\x", {"ip", "192.0.2.1"} \u2028 y';
    const forged = '"}\n{"level":40,"area":"users","ip":"192.0.2.1","refused":"';
    await admin.call('createUser', { body: { username: 'odd', password: PLANTED.password } });
    await renameAsBefore(home, 'odd', odd);
    const refreshToken = await usedRefreshToken(server, home, body);
    const json = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' };
    const basic = (name: string, password: string) => ({
      authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
    });
    const post = async (path: string, sent: object, headers: Readonly<Record<string, string>> = {}) =>
      fetch(server.url + path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(sent) });
    const get = async (path: string, headers: Readonly<Record<string, string>>) =>
      fetch(server.url + path, { headers });
    const wrong = PLANTED.wrong;
    const refusals: readonly (readonly [string, string | null, () => Promise<Response>])[] = [
      ['wrong password', 'admin', async () => post('/api/v1/auth/login', { username: ' ADMIN', password: wrong })],
      ['unknown user', null, async () => post('/api/v1/auth/login', { username: wrong, password: wrong })],
      ['unknown user', null, async () => post('/api/v1/auth/login', { username: `a${forged}`, password: 'x' })],
      ['wrong password', odd, async () => post('/api/v1/auth/login', { username: odd, password: 'x' })],
      ['wrong password', 'admin', async () => get('/opds/v2', basic('admin', wrong))],
      ['wrong password', 'admin', async () => get('/api/v1/auth/me', basic('admin', `${wrong}2`))],
      ['wrong password', 'admin', async () => get('/komga/api/v2/users/me', basic('admin', `${wrong}3`))],
      [
        'wrong password',
        'admin',
        async () => get('/koreader/users/auth', { 'x-auth-user': 'admin', 'x-auth-key': 'no password' }),
      ],
      [
        'API key',
        null,
        async () => get('/koreader/users/auth', { 'x-auth-user': 'admin', 'x-auth-key': 'a'.repeat(32) }),
      ],
      ['API key', null, async () => get('/api/v1/auth/me', { 'x-api-key': PLANTED.key })],
      ['API key', null, async () => get('/opds/v1.2', basic('api', PLANTED.key))],
      ['API key', null, async () => get('/komga/api/v2/users/me', { 'x-api-key': PLANTED.key })],
      ['reset link', null, async () => post('/api/v1/auth/reset-password', { token: PLANTED.token, password: wrong })],
      [
        'wrong current password',
        'admin',
        async () =>
          post(
            '/api/v1/user/password',
            { currentPassword: wrong, newPassword: PLANTED.password },
            { authorization: `Bearer ${token}` },
          ),
      ],
      ['refresh token used before', 'admin', async () => post('/api/v1/auth/refresh', { refreshToken })],
    ];
    for (const [reason, , ask] of refusals) expect([reason, (await ask()).ok]).toEqual([reason, false]);
    const lines = await until(
      async () =>
        Promise.resolve(
          server
            .output()
            .split('\n')
            .filter((line) => line.includes('sign-in refused')),
        ),
      (found) => found.length >= refusals.length,
    );
    expect(lines.map((line) => JSON.parse(line) as Record<string, unknown>)).toMatchObject(
      refusals.map(([refused, user]) => ({ level: 40, area: 'users', ip: '127.0.0.1', refused, user })),
    );
    const filter = documentedFilter();
    const banned = lines.map((line) => filter.exec(line)?.groups?.['ip']);
    expect(banned).toEqual([...refusals.slice(1).map(() => '127.0.0.1'), undefined]);
    // As fail2ban hands it over: from the journal, and from a file whose time it has cut out.
    expect(filter.exec(`myhost lectern[123]: ${lines[0] ?? ''}`)?.groups?.['ip']).toBe('127.0.0.1');
    expect(filter.exec((lines[0] ?? '').replace(/"time":"[^"]*"/, ''))?.groups?.['ip']).toBe('127.0.0.1');
    expect(
      server
        .output()
        .split('\n')
        .filter((line) => filter.test(line)),
    ).toHaveLength(refusals.length - 1);
    expect(traces([wrong, PLANTED.key, PLANTED.token]).filter((text) => server.output().includes(text))).toEqual([]);
  });
});
