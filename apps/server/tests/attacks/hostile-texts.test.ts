import { api, type Endpoint, type RouteName, routes } from '@lectern/contract';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient, setupAdmin } from '../_harness/client.ts';
import { type Ask, asksWith, eachOf, type KnownIds, ROUTE_NAMES, send } from '../_harness/contract-asks.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder, type BookFolder } from '../_harness/make-books.ts';
import { addLibrary, scan, settled } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

/** Stands in a file that nobody may read through the server. */
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

describe.each(databases)('texts of attackers, everywhere the contract takes a text, on %s', (kind) => {
  let server: TestServer;
  let folder: BookFolder;
  let admin: Client;
  let key: string;
  let ids: KnownIds;
  const outside = mkdtempSync(join(tmpdir(), 'lectern-outside-'));

  beforeAll(async () => {
    server = await startServer(kind);
    folder = newBookFolder();
    writeFileSync(join(outside, 'canary.txt'), CANARY);
    await folder.addComic('Saga/Saga 1.cbz', { info: '<Writer>Ann</Writer>' });
    await folder.addComic('Bone/Bone 1.cbz', { tint: 40 });
    admin = await setupAdmin(server);
    const { id: libraryId } = await addLibrary(admin, folder.path);
    await scan(admin, libraryId);
    await settled(admin);
    const { data: books } = await admin.call('listBooks', {});
    const [book] = books;
    await admin.call('createUser', { body: { username: 'victim', password: PASSWORD } });
    const { id: userId } = await admin.call('createUser', { body: { username: 'target', password: PASSWORD } });
    ({ key } = await admin.call('createApiKey', { body: { name: 'Tests' } }));
    ids = { libraryId, userId, bookId: book?.id ?? '', seriesId: book?.seriesId ?? '' };
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
    rmSync(outside, { recursive: true });
  });

  /** Puts a text everywhere, one place at a time. */
  async function put(
    text: string,
    look: (name: RouteName, ask: Ask, response: Response, said: string) => void,
    names: readonly RouteName[] = NAMES,
  ): Promise<number> {
    const asks = names.flatMap((name) => asksWith(name, text, ids).map((ask) => ({ name, ask })));
    await eachOf(asks, async ({ name, ask }) => {
      const response = await send(server, name, ask, { 'x-api-key': key });
      look(name, ask, response, await response.text());
    });
    return asks.length;
  }

  /** No text may be more than a text: never a fault of the server, never anything of its inside. */
  function checkHarmless(name: RouteName, ask: Ask, response: Response, said: string): void {
    expect([name, ask, response.status < 500 || response.status === 503]).toEqual([name, ask, true]);
    expect([name, ask, /SQLITE_|syntax error|ECONN|ENOENT|EACCES|at \w+ \(/.test(said)]).toEqual([name, ask, false]);
  }

  it('are values in SQL: what is true and what is false in them makes no difference', async () => {
    for (const [yes, no] of [
      ["zq' or '1'='1", "zq' or '1'='2"],
      ['zq" or 1=1 --', 'zq" or 1=2 --'],
      ["zq') or 1=1; drop table book; --", "zq') or 1=2; drop table book; --"],
    ] as const) {
      const said = new Map<string, string>();
      const note = (text: string) => (name: RouteName, ask: Ask, response: Response, answer: string) => {
        checkHarmless(name, ask, response, answer);
        const place = `${name} ${JSON.stringify(ask).replaceAll(JSON.stringify(text).slice(1, -1), '?')}`;
        const neutral = [text, encodeURIComponent(text), new URLSearchParams([['', text]]).toString().slice(1)]
          .flatMap((spelling) => [JSON.stringify(spelling).slice(1, -1), spelling])
          .reduce((left, spelling) => left.replaceAll(spelling, '?'), answer);
        const before = said.get(place);
        if (before === undefined) said.set(place, `${response.status} ${neutral}`);
        else expect([place, `${response.status} ${neutral}`]).toEqual([place, before]);
      };
      const count = await put(yes, note(yes), READING);
      expect(await put(no, note(no), READING)).toBe(count);
      expect(said.size).toBe(count);
    }
    expect((await admin.call('listBooks', {})).total).toBe(2);
  });

  it('are values in SQL wherever something is written', async () => {
    const writing = NAMES.filter((name) => !READING.includes(name));
    const count = await put(`'"; delete from "user"; drop table "book"; --`, checkHarmless, writing);
    expect(count).toBeGreaterThan(50);
    expect((await admin.call('listBooks', {})).total).toBe(2);
    expect((await admin.call('listUsers', { query: { search: 'victim' } })).total).toBe(1);
  });

  it('are no patterns: a wildcard finds itself', async () => {
    for (const wildcard of ['%', '_', '*', '\\', '[a-z]']) {
      const totals: [RouteName, Ask, unknown][] = [];
      await put(
        wildcard,
        (name, ask, response, said) => {
          checkHarmless(name, ask, response, said);
          const body: unknown = /^application\/json/.test(response.headers.get('content-type') ?? '')
            ? JSON.parse(said)
            : undefined;
          const isList = typeof body === 'object' && body !== null && 'total' in body;
          if (isList && response.status === 200) totals.push([name, ask, body.total]);
        },
        READING,
      );
      // Every list that took it as a text to look for.
      expect(totals.filter(([, , total]) => total !== 0)).toEqual([]);
    }
    expect((await admin.call('listUsers', { query: { search: 'victi' } })).total).toBe(1);
  });

  it('are no paths: nothing outside of a library is read, and no secret of the server', async () => {
    const canary = join(outside, 'canary.txt');
    const secret = await readFile(join(server.dataDir, 'jwt-secret'), 'utf8');
    const paths = [
      canary,
      relative(folder.path, canary),
      relative(server.dataDir, canary),
      `${'../'.repeat(12)}${canary.slice(1)}`,
      `${'..%2f'.repeat(12)}${canary.slice(1).replaceAll('/', '%2f')}`,
      `${'..%252f'.repeat(12)}${canary.slice(1).replaceAll('/', '%252f')}`,
      `${'..\\'.repeat(12)}${canary.slice(1).replaceAll('/', '\\')}`,
      `file://${canary}`,
      `\\\\localhost\\${canary}`,
      'C:\\Windows\\win.ini',
      `${server.dataDir}/jwt-secret`,
      '../jwt-secret',
      '../../lectern.db',
    ];
    for (const path of kind === 'sqlite' ? paths : paths.slice(0, 2)) {
      await put(path, (name, ask, response, said) => {
        checkHarmless(name, ask, response, said);
        expect([name, ask, said.includes(CANARY) || said.includes(secret.trim())]).toEqual([name, ask, false]);
        expect([name, ask, said.includes('SQLite format 3')]).toEqual([name, ask, false]);
      });
    }
  });

  it('are no lines of headers, and no names of properties', async () => {
    for (const text of ['x\r\nSet-Cookie: evil=1\r\nX-Evil: 1', '__proto__', 'constructor', 'prototype', 'toString']) {
      await put(text, (name, ask, response, said) => {
        checkHarmless(name, ask, response, said);
        const cookies = response.headers.getSetCookie().filter((line) => line.startsWith('evil'));
        expect([name, ask, response.headers.has('x-evil'), cookies]).toEqual([name, ask, false, []]);
      });
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('are shown as they are, in JSON that no browser takes for a page', async () => {
    const text = '<script>alert(1)</script><img src=x onerror=alert(2)>';
    const types = new Set<string>();
    await put(text, (name, ask, response, said) => {
      checkHarmless(name, ask, response, said);
      if (said !== '') types.add(response.headers.get('content-type') ?? 'none');
      expect([name, response.headers.get('x-content-type-options')]).toEqual([name, 'nosniff']);
      expect([name, response.headers.get('content-security-policy')]).toEqual([
        name,
        expect.stringContaining("default-src 'none'"),
      ]);
    });
    expect([...types].filter((type) => !/^(application\/json; charset=utf-8|image\/\w+)$/.test(type))).toEqual([]);
  });

  it('change nothing of who may do what', async () => {
    const users = await server.context.db.read.selectFrom('user').select(['username', 'role']).execute();
    expect(users.filter(({ role }) => role === 'admin').map(({ username }) => username)).toEqual(['admin']);
    const account = { username: 'victim', password: PASSWORD };
    const { access_token: token } = await createClient(server).call('login', { body: account });
    expect(await createClient(server, token).call('getCurrentUser', {})).toMatchObject({ role: 'reader' });
  });
});
