import {
  buildAddress,
  api,
  type Endpoint,
  type Permission,
  PERMISSIONS,
  ROLE_PERMISSIONS,
  ROLES,
  type Role,
  type RouteName,
  routes,
} from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { createUser } from '#core/people/operate-user.ts';
import { writeNewSession } from '#core/people/sign-in.ts';
import { createClient } from '../_harness/client.ts';
import { NO_PARAMS } from '../_harness/contract-asks.ts';
import { databases } from '../_harness/databases.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const NAMES = Object.keys(routes) as RouteName[];
const PASSWORD = 'the same for all';
/** Requests under way at once. */
const AT_ONCE = 8;

type Headers = Readonly<Record<string, string>>;

/** A user with a credential, and what it allows; undefined when it is none. */
interface Caller {
  readonly name: string;
  readonly allowed: ReadonlySet<Permission> | undefined;
  /** Made again for each request, since some end the session that they are made with. */
  readonly headers: () => Headers | Promise<Headers>;
}

function basic(name: string, password: string): Headers {
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

async function newToken({ context }: TestServer, username: string): Promise<string> {
  const { db, access } = context;
  const client = { ip: '127.0.0.1', userAgent: null };
  return await db.transaction(async (tx) => {
    const user = await tx.read
      .selectFrom('user')
      .selectAll()
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    return (await writeNewSession(tx, access, user, client)).access_token;
  });
}

/** A user of each role with every credential there is. */
async function openCallers(server: TestServer, role: Role): Promise<Caller[]> {
  await createUser(server.context, { username: role, password: PASSWORD, email: null, role });
  const owner = createClient(server, await newToken(server, role));
  const { key } = await owner.call('createApiKey', { body: { name: 'Everything' } });
  const ways: Readonly<Record<string, Caller['headers']>> = {
    token: async () => ({ authorization: `Bearer ${await newToken(server, role)}` }),
    cookie: async () => ({
      cookie: `lectern_session=${await newToken(server, role)}`,
      'sec-fetch-site': 'same-origin',
    }),
    'x-api-key': () => ({ 'x-api-key': key }),
    'bearer key': () => ({ authorization: `Bearer ${key}` }),
    'basic key': () => basic('api', key),
    'basic name': () => basic(role, PASSWORD),
  };
  const allowed = new Set(ROLE_PERMISSIONS[role]);
  return Object.entries(ways).map(([way, headers]) => ({ name: `${role} by ${way}`, allowed, headers }));
}

/** Keys of an administrator: for nothing, and for one permission each, in the order of the specification. */
async function scopedKeys(server: TestServer): Promise<{ readonly none: Caller; readonly single: readonly Caller[] }> {
  await createUser(server.context, { username: 'owner', password: PASSWORD, email: null, role: 'admin' });
  const owner = createClient(server, await newToken(server, 'owner'));
  const callerFor = async (permissions: Permission[]): Promise<Caller> => {
    const { key } = await owner.call('createApiKey', { body: { name: 'Key', permissions } });
    const allowed = new Set<Permission>(permissions.includes('SystemAdmin') ? PERMISSIONS : permissions);
    const scope = permissions.length === 0 ? 'nothing' : permissions.join();
    return { name: `key for ${scope}`, allowed, headers: () => ({ 'x-api-key': key }) };
  };
  const single: Caller[] = [];
  for (const permission of PERMISSIONS) single.push(await callerFor([permission]));
  return { none: await callerFor([]), single };
}

/** A key that was made for more than its owner may by now. */
async function keyOfDemoted(server: TestServer): Promise<Caller> {
  await createUser(server.context, { username: 'demoted', password: PASSWORD, email: null, role: 'admin' });
  const owner = createClient(server, await newToken(server, 'demoted'));
  const { key } = await owner.call('createApiKey', { body: { name: 'Key', permissions: [...PERMISSIONS] } });
  await server.context.db.transaction(async (tx) =>
    tx.write.updateTable('user').set({ role: 'reader' }).where('username', '=', 'demoted').execute(),
  );
  const allowed = new Set(ROLE_PERMISSIONS.reader);
  return { name: 'key of a demoted owner', allowed, headers: () => ({ 'x-api-key': key }) };
}

/** Of the keys for one permission those that a route names, and two others, so that each is tried on many routes. */
function keysFor(index: number, name: RouteName, single: readonly Caller[]): Caller[] {
  const { permission }: Endpoint = api[name];
  const named = typeof permission === 'string' ? [] : permission;
  const others = [index, index + 7].map((at) => PERMISSIONS[at % PERMISSIONS.length]);
  return single.filter((_, at) =>
    PERMISSIONS.some((one, of) => of === at && [...named, ...others, 'SystemAdmin'].includes(one)),
  );
}

/** Callers without an account, with any credential. */
const STRANGERS: readonly Caller[] = [
  { name: 'nobody', allowed: undefined, headers: () => ({}) },
  { name: 'a stale token', allowed: undefined, headers: () => ({ authorization: 'Bearer a.b.c' }) },
  { name: 'an unknown key', allowed: undefined, headers: () => ({ 'x-api-key': `svc_abcd1234_${'A'.repeat(40)}` }) },
];

/** What the contract promises: refused for want of a credential, of a permission, or let through. */
function promised(name: RouteName, { allowed }: Caller): 401 | 403 | 'through' {
  const { permission }: Endpoint = api[name];
  if (permission === 'public') return 'through';
  if (allowed === undefined) return 401;
  return permission === 'user' || permission.some((wanted) => allowed.has(wanted)) ? 'through' : 403;
}

/** With the permission, the route itself may still refuse, also for want of another one. */
function isForWantOfPermission(name: RouteName, text: string): boolean {
  const refusal = /"message":"This needs (?:the permission|one of these permissions:) ([^"]*)"/.exec(text);
  const { permission }: Endpoint = api[name];
  if (refusal === null || typeof permission === 'string') return false;
  const [, named = ''] = refusal;
  return permission.some((wanted) => named.includes(wanted));
}

async function readOutcome(server: TestServer, name: RouteName, caller: Caller): Promise<401 | 403 | 'through'> {
  const [method] = routes[name];
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const response = await fetch(buildAddress(server.url, name, NO_PARAMS), {
    method,
    headers: { ...(await caller.headers()), ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body: '{}' } : {}),
  });
  const { status } = response;
  if (status >= 500) throw new Error(`${name} answered ${caller.name} with ${String(status)}`);
  // Only a stream has no end; a body that is not read would cost the connection.
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = isStream ? await response.body?.cancel().then(() => '') : await response.text();
  if (status !== 403) return status === 401 ? 401 : 'through';
  return isForWantOfPermission(name, text ?? '') ? 403 : 'through';
}

describe.each(databases)('every route on %s', (kind) => {
  it('admits exactly the callers that the contract admits, by every credential, role and key', async () => {
    await using server = await startServer(kind);
    const callers = [...STRANGERS, await keyOfDemoted(server)];
    for (const role of ROLES) callers.push(...(await openCallers(server, role)));
    const { none, single } = await scopedKeys(server);
    const cases = NAMES.flatMap((name, index) =>
      [...callers, none, ...keysFor(index, name, single)].map((caller) => ({ name, caller })),
    );
    const found: string[] = [];
    const expected: string[] = [];
    const ask = async ({ name, caller }: (typeof cases)[number]): Promise<void> => {
      expected.push(`${name}, ${caller.name}: ${String(promised(name, caller))}`);
      found.push(`${name}, ${caller.name}: ${String(await readOutcome(server, name, caller))}`);
    };
    // These end the credentials of others, so they run last.
    const enders = cases.filter(({ name }) => name === 'deleteSessions');
    const others = cases.filter(({ name }) => name !== 'deleteSessions');
    const askOn = async (): Promise<void> => {
      for (let one = others.pop(); one !== undefined; one = others.pop()) await ask(one);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, askOn));
    for (const one of enders) await ask(one);
    expect(found.toSorted()).toEqual(expected.toSorted());
  });
});
