import { type Metrics, PERMISSIONS, type StatusCounts } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { type Client, createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, scan, waitForTasks, until } from '../_harness/scans.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

const GUEST = { username: 'guest', password: 'the password of guests' };

/** An answer is counted when all of it has gone out, which its client may see a moment before. */
async function metricsWhen(client: Client, isWanted: (metrics: Metrics) => boolean): Promise<Metrics> {
  return until(async () => client.call('getMetrics', {}), isWanted);
}

/** Answers of a route with a class of status; 0 when it was not asked for. */
function readCount({ requests }: Metrics, route: string, status: keyof StatusCounts, method = 'GET'): number {
  return requests.routes.find((one) => one.route === route && one.method === method)?.byStatus[status] ?? 0;
}

/** What has this name, or belongs to this. */
function only<Item>(items: readonly Item[], isWanted: (item: Item) => boolean): Item {
  const [item] = items.filter(isWanted);
  if (item === undefined) throw new Error('Expected one, found none');
  return item;
}

const HEAD = /^# (TYPE|HELP|UNIT) ([a-z_0-9]+) (.+)$/;
const SAMPLE = /^([a-z_0-9]+)((?:\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)+\})?) ([-+.\de]+)$/;

/** Names and values of the samples, by the rules of both forms of text. */
function parse(text: string): ReadonlyMap<string, number> {
  const lines = text.trimEnd().split('\n');
  const heads = lines.filter((line) => line.startsWith('#') && line !== '# EOF').map((line) => HEAD.exec(line));
  expect(heads).not.toContain(null);
  const types = new Set(heads.filter((head) => head?.[1] === 'TYPE').map((head) => head?.[2]));
  for (const head of heads) if (head?.[1] === 'UNIT') expect(head[2]?.endsWith(`_${String(head[3])}`)).toBe(true);
  const found = lines.filter((line) => !line.startsWith('#')).map((line) => SAMPLE.exec(line) ?? [line]);
  const samples = new Map(found.map(([, name, labels, value]) => [`${String(name)}${String(labels)}`, Number(value)]));
  // Every sample is one, is there once, and belongs to a family that was announced.
  expect(found.filter(({ length }) => length < 4)).toEqual([]);
  expect(samples.size).toBe(found.length);
  const families = found.map(([, name = '']) => [name, name.replace(/_(total|info|bucket|count|sum)$/, '')]);
  expect(families.filter((names) => !names.some((name) => types.has(name)))).toEqual([]);
  return samples;
}

/** What scanning one book and looking at its pages leaves behind. */
function checkWork(metrics: Metrics, kind: DatabaseKind): void {
  const scans = only(metrics.tasks.byType, ({ type }) => type === 'scan_library');
  expect(scans).toMatchObject({ pending: 0, running: 0, completed: 1, failed: 0, durations: { count: 1 } });
  expect(scans.waits.count).toBe(1);
  expect(metrics.scans).toMatchObject({ completed: 1, booksAdded: 1, booksDeleted: 0 });
  const findCache = (wanted: string) => only(metrics.caches, ({ name }) => name === wanted);
  expect(findCache('open_files').hits).toBeGreaterThan(1);
  expect(findCache('pictures').misses).toBeGreaterThan(0);
  expect(findCache('sessions').hits).toBeGreaterThan(3);
  const { database, process, inventory } = metrics;
  expect(database).toMatchObject({ kind, queriesFailed: 0, pool: { waiting: 0 } });
  expect(database.sizeBytes).toBeGreaterThan(100_000);
  expect(database.queries.count).toBeGreaterThan(20);
  expect([database.migrations > 10, database.migration?.slice(0, 2)]).toEqual([true, '00']);
  expect(process.residentBytes).toBeGreaterThan(process.heapUsedBytes);
  expect(inventory).toMatchObject({ libraryCount: 1, userCount: 1 });
}

describe.each(databases)('metrics on %s', (kind) => {
  it('count requests, work, caches and events; by pattern of the address, never by what clients make up', async () => {
    await using server = await startServer(kind);
    using folder = newBookFolder();
    await folder.addComic('Saga/One.cbz', { pages: 3 });
    const admin = await setupAdmin(server);
    const library = await addLibrary(admin, folder.path);
    await scan(admin, library.id);
    await waitForTasks(admin);
    const { data } = await admin.call('listBooks', {});
    const bookId = data[0]?.id ?? '';
    const page = `/api/v1/books/${bookId}/pages/1`;
    const bytes = Buffer.from(await (await admin.fetch(page)).arrayBuffer());
    for (let n = 0; n < 3; n += 1) await (await admin.fetch(page)).arrayBuffer();
    await (await admin.fetch(`${page}?width=16`)).arrayBuffer();
    await (await admin.fetch(page, { method: 'HEAD' })).arrayBuffer();
    for (const path of ['/nowhere', '/api/v1/nowhere/zqx', `${page}9`]) await (await admin.fetch(path)).arrayBuffer();
    await (await admin.fetch('/')).arrayBuffer();
    const stream = await openEventStream(admin, '/api/v1/events/stream');

    const pattern = '/api/v1/books/{bookId}/pages/{pageNumber}';
    // Where the web app has not been built, its address says so.
    const ofWeb = (now: Metrics) => readCount(now, 'web', '2xx') + readCount(now, 'unknown', '5xx');
    const readCounts = (now: Metrics) => [
      ...[readCount(now, pattern, '2xx'), readCount(now, pattern, '4xx'), readCount(now, pattern, '2xx', 'HEAD')],
      ...[readCount(now, 'unknown', '4xx'), ofWeb(now)],
    ];
    const metrics = await metricsWhen(admin, (now) => readCounts(now).join() === '5,1,1,2,1');
    const pages = only(metrics.requests.routes, ({ route, method }) => route === pattern && method === 'GET');
    expect(pages).toMatchObject({ byStatus: { '1xx': 0, '3xx': 0, '5xx': 0 }, durations: { count: 6 } });
    expect(pages.sentBytes).toBeGreaterThan(4 * bytes.length);
    expect(pages.sentBytes).toBeLessThan(4 * bytes.length + 20_000);
    expect(JSON.stringify(metrics)).not.toContain('zqx');
    expect(JSON.stringify(metrics.requests)).not.toContain(bookId);
    expect(metrics.requests.open).toBe(1);
    const ofRoutes = metrics.requests.routes.reduce((sum, { sentBytes }) => sum + sentBytes, 0);
    expect(metrics.requests.sentBytes).toBe(ofRoutes);

    expect(metrics.events.clients).toEqual({ entity: 1, task: 0, scan: 0, log: 0 });
    await stream.close();
    expect((await metricsWhen(admin, ({ events }) => events.clients.entity === 0)).requests.open).toBe(1);
    checkWork(metrics, kind);
  });

  it('are sent as text on request, with the same numbers', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { key } = await admin.call('createApiKey', { body: { name: 'Prometheus', permissions: ['SystemHealth'] } });
    await metricsWhen(admin, (now) => readCount(now, '/api/v1/api-keys', '2xx', 'POST') === 1);
    const forms = [
      ['application/openmetrics-text;version=1.0.0,*/*;q=0.1', 'application/openmetrics-text; version=1.0.0', true],
      ['text/plain', 'text/plain; version=0.0.4', false],
    ] as const;
    for (const [accept, type, isOpen] of forms) {
      const headers = { accept, authorization: `Bearer ${key}` };
      const response = await fetch(`${server.url}/api/v1/metrics`, { headers });
      expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
      expect(response.headers.get('vary')).toContain('accept');
      const text = await response.text();
      expect(text.endsWith('# EOF\n')).toBe(isOpen);
      const samples = parse(text);
      const labels = 'method="POST",route="/api/v1/api-keys"';
      expect(samples.get(`lectern_http_requests_total{${labels},status="2xx"}`)).toBe(1);
      expect(samples.get(`lectern_http_request_duration_seconds_count{${labels}}`)).toBe(1);
      expect(samples.get(`lectern_http_request_duration_seconds_bucket{${labels},le="+Inf"}`)).toBe(1);
      expect(samples.get('lectern_users')).toBe(1);
      expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    }
    const bare = await fetch(`${server.url}/api/v1/metrics`, { headers: { 'x-api-key': key } });
    expect(bare.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('remember what happened in equal steps, and forget the oldest', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { history } = server.context;
    await history.step();
    const before = await admin.call('getMetricsHistory', {});
    expect(before).toMatchObject({ range: 'recent', stepSeconds: 5, maxSteps: 120 });
    for (let n = 0; n < 4; n += 1) await admin.call('listLibraries', {});
    await metricsWhen(admin, (now) => readCount(now, '/api/v1/libraries', '2xx') === 4);
    await history.step();
    const after = await admin.call('getMetricsHistory', { query: { range: 'recent' } });
    // The clock may have ended a step in between.
    const sum = (column: readonly number[]): number => column.reduce((total, value) => total + value, 0);
    const counted = sum(after.columns.requests) - sum(before.columns.requests);
    expect([counted >= 5, counted < 200]).toEqual([true, true]);
    const { clientErrors, eventClients, residentBytes, requestP99Ms } = after.columns;
    expect([sum(clientErrors), sum(eventClients)]).toEqual([0, 0]);
    expect(residentBytes.at(-1)).toBeGreaterThan(1e6);
    expect(Math.max(...requestP99Ms)).toBeGreaterThan(0);
    for (let n = 0; n < 130; n += 1) await history.step();
    const full = await admin.call('getMetricsHistory', {});
    const lengths = new Set([full.times, ...Object.values(full.columns)].map(({ length }) => length));
    expect([...lengths]).toEqual([120]);
    expect(full.times).toEqual(full.times.toSorted((one, other) => one - other));
    const day = await admin.call('getMetricsHistory', { query: { range: 'day' } });
    expect(day.times.length).toBeGreaterThanOrEqual(10);
    expect(day).toMatchObject({ stepSeconds: 60, maxSteps: 1_440 });
  });

  it('count of the catalog and of tasks what the viewer may see', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const open = await newShelf(server);
    const hidden = await newShelf(server);
    await open.addBook(await open.addSeries('Open'), 'One', { pageCount: 3, fileSize: 100 });
    const series = await hidden.addSeries('Hidden');
    for (const name of ['One', 'Two']) await hidden.addBook(series, name, { pageCount: 10, fileSize: 1_000 });
    await admin.call('pauseTasks', {});
    for (const { libraryId } of [hidden, open]) {
      await admin.call('createTask', { body: { taskType: { type: 'hash_library', libraryId } } });
    }
    const permissions = PERMISSIONS.filter((permission) => permission !== 'SystemAdmin');
    await admin.call('createUser', { body: { ...GUEST, permissions, libraryIds: [open.libraryId] } });
    const guest = await signIn(server, GUEST);

    const all = await admin.call('getMetrics', {});
    expect(all.inventory).toMatchObject({ libraryCount: 2, seriesCount: 2, bookCount: 3, pageCount: 23 });
    expect(all.inventory).toMatchObject({ totalBookSize: 2_100, userCount: 2 });
    expect(all.tasks).toMatchObject({ paused: true, pending: 2, running: 0 });
    expect(all.tasks.oldestPendingSeconds).toBeGreaterThanOrEqual(0);
    const some = await guest.call('getMetrics', {});
    expect(some.inventory).toMatchObject({ libraryCount: 1, seriesCount: 1, bookCount: 1, totalBookSize: 100 });
    expect(some.inventory.libraries.map(({ id, bookCount }) => [id, bookCount])).toEqual([[open.libraryId, 1]]);
    expect(some.tasks.pending).toBe(1);
    const text = await (await guest.fetch('/api/v1/metrics', { headers: { accept: 'text/plain' } })).text();
    expect([parse(text).get('lectern_books'), parse(text).get('lectern_series')]).toEqual([1, 1]);

    const info = await admin.call('getSystemInfo', {});
    expect(info).toMatchObject({ dataDir: server.dataDir, database: { kind }, inventory: { bookCount: 3 } });
    expect(info.disk?.totalBytes ?? 1).toBeGreaterThan(0);
    expect((await expectRefusal(guest.call('getSystemInfo', {}))).status).toBe(403);
    const features = {
      opds: true,
      koreader: true,
      compatApi: false,
      apiDocs: false,
      registration: false,
      mail: false,
    };
    expect(await createClient(server).call('getServerInfo', {})).toEqual({
      ...{ name: 'Lectern', apiVersion: '1.44.0', publicUrl: null, features },
      doors: { opds: '/opds/v1.2/catalog', opds2: '/opds/v2', koreader: '/koreader', compatApi: null },
    });
  });
});

describe('the limit of requests', () => {
  it('counts whom it refused', async () => {
    const config = { 'rate_limit.anonymous_rps': '1', 'rate_limit.anonymous_burst': '3' };
    await using server = await startServer('sqlite', { config });
    const admin = await setupAdmin(server);
    const asks = Array.from({ length: 40 }, async () => fetch(`${server.url}/api/v1/setup/status`));
    const statuses = (await Promise.all(asks)).map(({ status }) => status);
    const refused = statuses.filter((status) => status === 429).length;
    expect(refused).toBeGreaterThan(0);
    const { rateLimit } = await admin.call('getMetrics', {});
    expect(rateLimit).toEqual({ enabled: true, clients: 2, refusedUsers: 0, refusedAddresses: refused });
  });
});
