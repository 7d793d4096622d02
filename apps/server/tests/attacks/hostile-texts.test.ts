import { api, type Endpoint, type RouteName, routes } from '@lectern/contract';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, setupAdmin } from '../_harness/client.ts';
import { type Ask, asksWith, runEach, type KnownIds, ROUTE_NAMES, send } from '../_harness/contract-asks.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

/** In a file that no user may read through the server. */
const CANARY = 'the canary sings';
const PASSWORD = 'a good password';

/** Routes that answer without end, and those that take what the others need. */
const LEFT_OUT: readonly RouteName[] = ['initializeSetup', 'pauseTasks', 'nukeTasks', 'purgeTasks'];
const NAMES = ROUTE_NAMES.filter((name) => {
  const { answer }: Endpoint = api[name];
  return answer !== 'events' && !LEFT_OUT.includes(name);
});

/** Routes that only read, whose answers to two texts can be compared. */
const READING = NAMES.filter((name) => routes[name][0] === 'GET' || /\/(list|search)$/.test(routes[name][1]));

type Look = (name: RouteName, ask: Ask, response: Response, said: string) => void;

/** Conditions that look for a text, for the lists that take conditions: what they are is no shape of the contract. */
function conditionsWith(name: RouteName, text: string): readonly Ask[] {
  const { body }: Endpoint = api[name];
  if (body?.shape['condition'] === undefined) return [];
  const operators = ['is', 'contains', 'beginsWith', 'endsWith'].flatMap((operator) =>
    ['title', 'publisher', 'genre'].map((field) => ({ [field]: { operator, value: text } })),
  );
  const odd = [{ [text]: { operator: 'is', value: 'x' } }, { title: { operator: text, value: 'x' } }];
  return [...operators, ...odd].map((condition) => ({ params: {}, query: {}, body: { condition } }));
}

/** Two books, two people, and an administrator's key. */
async function openWorld(kind: DatabaseKind) {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind));
  const folder = opened.use(newBookFolder());
  await folder.addComic('Saga/Saga 1.cbz', { info: '<Writer>Ann</Writer>' });
  await folder.addComic('Bone/Bone 1.cbz', { tint: 40 });
  const admin = await setupAdmin(server);
  const { id: libraryId } = await addLibrary(admin, folder.path);
  await scan(admin, libraryId);
  await waitForTasks(admin);
  const [book] = (await admin.call('listBooks', {})).data;
  await admin.call('createUser', { body: { username: 'victim', password: PASSWORD } });
  const { id: userId } = await admin.call('createUser', { body: { username: 'target', password: PASSWORD } });
  const { key } = await admin.call('createApiKey', { body: { name: 'Tests' } });
  const ids: KnownIds = { libraryId, userId, bookId: book?.id ?? '', seriesId: book?.seriesId ?? '' };
  /** Puts a text everywhere, one place at a time. */
  const put = async (text: string, look: Look, names: readonly RouteName[] = NAMES): Promise<number> => {
    const asks = names.flatMap((name) =>
      [...asksWith(name, text, ids), ...conditionsWith(name, text)].map((ask) => ({ name, ask })),
    );
    await runEach(asks, async ({ name, ask }) => {
      const response = await send(server, name, ask, { 'x-api-key': key });
      look(name, ask, response, await response.text());
    });
    return asks.length;
  };
  const owned = opened.move();
  return { server, folder, admin, put, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** No text may be more than a text: never a fault of the server, never anything of its inside. */
function checkHarmless(name: RouteName, ask: Ask, response: Response, said: string): void {
  expect([name, ask, response.status < 500 || response.status === 503]).toEqual([name, ask, true]);
  expect([name, ask, /SQLITE_|syntax error|ECONN|ENOENT|EACCES|at \w+ \(/.test(said)]).toEqual([name, ask, false]);
}

/** How a text may stand in an answer. */
function listSpellings(text: string): readonly string[] {
  const inQuery = new URLSearchParams([['', text]]).toString().slice(1);
  const all = [text, encodeURIComponent(text), inQuery].flatMap((one) => [JSON.stringify(one).slice(1, -1), one]);
  return all.toSorted((one, other) => other.length - one.length);
}

/** What of an answer is compared. */
type FoundIn = (status: number, answer: string, text: string) => string;

/** Everything but the text itself. */
const allBut: FoundIn = (status, answer, text) =>
  listSpellings(text).reduce((left, spelling) => left.replaceAll(spelling, '?'), `${String(status)} ${answer}`);

/** Of lists how many there are and which; what is no text to look for may be a name, and not every sign may be in one. */
const whatIsListed: FoundIn = (status, answer) => {
  const body: unknown = status === 200 && answer.startsWith('{') ? JSON.parse(answer) : undefined;
  if (typeof body !== 'object' || body === null || !('total' in body)) return 'no list';
  return `${String(body.total)}: ${JSON.stringify(answer.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g))}`;
};

describe.each(databases)('texts of attackers, everywhere the contract takes a text, on %s', (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(kind);
  });
  afterAll(async () => world[Symbol.asyncDispose]());

  /** Puts two texts everywhere that is read, and gives the places where not the same is found. */
  async function compare(one: string, other: string, foundIn: FoundIn): Promise<unknown[]> {
    const said = new Map<string, string[]>();
    const note = (text: string): Look => {
      return (name, ask, response, answer) => {
        checkHarmless(name, ask, response, answer);
        const place = `${name} ${JSON.stringify(ask).replaceAll(JSON.stringify(text).slice(1, -1), '?')}`;
        said.set(place, [...(said.get(place) ?? []), foundIn(response.status, answer, text)]);
      };
    };
    const count = await world.put(one, note(one), READING);
    expect(await world.put(other, note(other), READING)).toBe(count);
    expect(said.size).toBe(count);
    return [...said].filter(([, [first, second]]) => first !== second);
  }

  it('are values in SQL: what is true and what is false in them makes no difference', async () => {
    for (const [yes, no] of [
      ["zq' or '1'='1", "zq' or '1'='2"],
      ["zq') or 1=1; drop table book; --", "zq') or 1=2; drop table book; --"],
    ] as const) {
      expect(await compare(yes, no, allBut)).toEqual([]);
    }
    expect((await world.admin.call('listBooks', {})).total).toBe(2);
  });

  it('are values in SQL wherever something is written', async () => {
    const writing = NAMES.filter((name) => !READING.includes(name));
    const count = await world.put(`'"; delete from "user"; drop table "book"; --`, checkHarmless, writing);
    expect(count).toBeGreaterThan(50);
    // What it began must not change what later tests compare.
    await world.server.idle();
    expect((await world.admin.call('listBooks', {})).total).toBe(2);
    expect((await world.admin.call('listUsers', { query: { search: 'victim' } })).total).toBe(1);
  });

  it('are no patterns: a wildcard is a sign like any other', async () => {
    for (const [wild, plain] of [
      ['%', '#'],
      ['S%a', 'S#a'],
      ['vict_m', 'vict#m'],
      ['vict*', 'vict#'],
    ] as const) {
      expect(await compare(wild, plain, whatIsListed)).toEqual([]);
    }
    const found = async (search: string) => (await world.admin.call('listUsers', { query: { search } })).total;
    expect([await found('victi'), await found('%'), await found('v%m'), await found('v_ctim')]).toEqual([1, 0, 0, 0]);
  });

  it('change nothing of who may do what', async () => {
    const { server } = world;
    const users = await server.context.db.read.selectFrom('user').select(['username', 'role']).execute();
    expect(users.filter(({ role }) => role === 'admin').map(({ username }) => username)).toEqual(['admin']);
    const account = { username: 'victim', password: PASSWORD };
    const { access_token: token } = await createClient(server).call('login', { body: account });
    expect(await createClient(server, token).call('getCurrentUser', {})).toMatchObject({ role: 'reader' });
  });
});

describe('texts of attackers, everywhere the contract takes a text', () => {
  let world: World;
  const outside = mkdtempSync(join(tmpdir(), 'lectern-outside-'));
  beforeAll(async () => {
    writeFileSync(join(outside, 'canary.txt'), CANARY);
    world = await openWorld('sqlite');
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    rmSync(outside, { recursive: true });
  });

  it('are no paths: nothing outside of a library is read, and no secret of the server', async () => {
    const { dataDir } = world.server;
    const canary = join(outside, 'canary.txt');
    const secret = (await readFile(join(dataDir, 'jwt-secret'), 'utf8')).trim();
    const paths = [canary, relative(world.folder.path, canary), `${dataDir}/jwt-secret`];
    for (const path of paths) {
      await world.put(path, (name, ask, response, said) => {
        checkHarmless(name, ask, response, said);
        const secrets = [CANARY, secret, 'SQLite format 3'].filter((text) => said.includes(text));
        expect([name, ask, secrets]).toEqual([name, ask, []]);
      });
    }
  });

  it('are no names of properties', async () => {
    await world.put('__proto__', checkHarmless);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('are no lines of headers, and shown as they are, in JSON that no browser takes for a page', async () => {
    const types = new Set<string>();
    await world.put('<script>alert(1)</script>\r\nSet-Cookie: evil=1\r\nX-Evil: 1', (name, ask, response, said) => {
      checkHarmless(name, ask, response, said);
      const { headers } = response;
      const cookies = headers.getSetCookie().filter((line) => line.startsWith('evil'));
      expect([name, ask, headers.has('x-evil'), cookies]).toEqual([name, ask, false, []]);
      if (said !== '') types.add(headers.get('content-type') ?? 'none');
      expect([name, headers.get('x-content-type-options')]).toEqual([name, 'nosniff']);
      expect([name, headers.get('content-security-policy')?.startsWith("default-src 'none'")]).toEqual([name, true]);
    });
    const harmless = /^(application\/json; charset=utf-8|text\/csv; charset=utf-8; header=present|image\/\w+)$/;
    expect([...types].filter((type) => !harmless.test(type))).toEqual([]);
  });
});
