import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { type BookFolder, newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

/** A name on which a pattern that tries again and again does so for longer than a test may take. */
const NAME = `${'a'.repeat(180)}!`;
/** Patterns of that kind; a server that tries again and again would answer none of these tests. */
const PATTERNS = ['^(a+)+$', '^(a|aa)+$', '^(a|a?)+$', '^(.*a){30}$', '(?:(?:a*)*)*b'];
const REFUSED = ['(a{1000}){1000}', '(((a{30}){30}){30}){30}', '(?=a)a', '(a)\\1', '(', 'a'.repeat(1_001)];

describe('texts that were made to be slow', () => {
  let server: TestServer;
  let folder: BookFolder;
  let admin: Client;

  beforeAll(async () => {
    server = await startServer('sqlite');
    folder = newBookFolder();
    await folder.addComic(`${NAME}/${NAME}.cbz`, {
      info: `<Series>${NAME}</Series><Title>${'. '.repeat(50_000)}x</Title>`,
    });
    admin = await setupAdmin(server);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  it('are patterns of a library, tried on its files and titles', async () => {
    const { id } = await addLibrary(admin, folder.path, {
      titlePreprocessingRules: PATTERNS.map((pattern) => ({ pattern, replacement: '' })),
      excludedPatterns: ['*a*a*a*a*a*a*a*a*a*a*a*a*b', '{a,b}{a,b}{a,b}*x'].join('\n'),
      autoMatchConditions: { rules: PATTERNS.map((value) => ({ field: 'title', operator: 'matches', value })) },
    });
    await scan(admin, id);
    await waitForTasks(admin);
    const [book, ...others] = await listAllBooks(admin);
    expect([book?.seriesName, others]).toEqual([NAME, []]);
    const params = { id: book?.seriesId ?? '' };
    expect((await admin.call('testSeriesConditions', { params })).rules).toHaveLength(PATTERNS.length);
    for (const pattern of PATTERNS) {
      const body = { seriesStrategy: 'custom', seriesConfig: { pattern: `(?P<series>x)${pattern}` } } as const;
      expect((await admin.call('previewStrategy', { params: { id }, body })).booksTotal).toBe(1);
    }
    await admin.call('deleteLibrary', { params: { id } });
  });

  it('are refused as patterns where they would grow without end', async () => {
    for (const pattern of REFUSED) {
      const body = { name: 'Comics', path: folder.path, titlePreprocessingRules: [{ pattern, replacement: '' }] };
      expect([pattern, (await expectRefusal(admin.call('createLibrary', { body }))).status]).toEqual([pattern, 400]);
    }
    for (const line of ['{a,b}'.repeat(3_000), `${'{'.repeat(9_000)}${'}'.repeat(9_000)}`]) {
      const body = { name: 'Comics', path: folder.path, excludedPatterns: line };
      expect((await expectRefusal(admin.call('createLibrary', { body }))).status).toBe(400);
    }
  });

  it('are names and values of fields, which anybody may send', async () => {
    const long = 900_000;
    const bodies = [
      { [`a${'_'.repeat(long)}`]: 1 },
      { username: '_'.repeat(long), password: 'x' },
      { username: `${'a.'.repeat(long / 4)}@`, password: 'x', email: `${'a.'.repeat(long / 4)}@` },
      { email: `${'a'.repeat(long)}@a` },
      { token: ' '.repeat(long) },
      Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`_${String(at)}`, 1])),
    ];
    for (const path of [
      'auth/login',
      'auth/forgot-password',
      'auth/verify-email',
      'auth/refresh',
      'setup/initialize',
    ]) {
      for (const body of bodies) {
        const response = await fetch(`${server.url}/api/v1/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        expect([path, response.status >= 400 && response.status < 500]).toEqual([path, true]);
      }
    }
  });

  it('are heads of requests', async () => {
    const many = 12_000;
    const heads = {
      ...{ 'accept-encoding': `gzip${';'.repeat(many)}`, 'accept-language': `en${' ;'.repeat(many / 2)}` },
      ...{
        'if-none-match': 'W/'.repeat(many / 2),
        range: `bytes=${'0-1,'.repeat(many / 4)}`,
        accept: '*/'.repeat(many / 2),
      },
      ...{
        cookie: 'lectern_session;'.repeat(many / 16),
        authorization: `Basic${' '.repeat(many)}x`,
        'user-agent': '('.repeat(many),
      },
      ...{ 'x-forwarded-for': '1.1.1.1,'.repeat(many / 8), 'content-type': `${'application/'.repeat(many / 12)}json` },
    };
    for (const [name, value] of Object.entries(heads)) {
      for (const path of ['/', '/api/v1/auth/me', '/api/v1/setup/status']) {
        const { status } = await fetch(server.url + path, { headers: { [name]: value } });
        expect([name, path, status < 500 || (path === '/' && status === 503)]).toEqual([name, path, true]);
      }
    }
  });
});
