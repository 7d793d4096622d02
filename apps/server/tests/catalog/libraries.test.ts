import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type CallInput } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

const UNKNOWN = '01a1fd6f-0000-75f4-9695-181ffb188bdc';

async function newFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'lectern-library-'));
  return { path, [Symbol.asyncDispose]: async () => rm(path, { recursive: true, force: true }) };
}

describe.each(databases)('libraries on %s', (kind) => {
  it('are created with every field stored and returned', async () => {
    await using folder = await newFolder();
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const body = {
      name: 'Manga',
      path: `${folder.path}/`,
      description: 'From right to left',
      isActive: false,
      allowedFormats: ['cbz', 'EPUB'],
      excludedPatterns: '*.tmp\n_drafts',
      defaultReadingDirection: 'rtl',
      bookStrategy: 'metadata_first',
      numberStrategy: 'smart',
      seriesStrategy: 'publisher_hierarchy',
      seriesConfig: { skip_depth: 2 },
      bookConfig: { fallback: 'smart' },
      numberConfig: { anything: [1, 2] },
      autoMatchConditions: { mode: 'any', rules: [{ field: 'bookCount', operator: 'gt', value: 3 }] },
      titlePreprocessingRules: [{ pattern: '(?i)\\s*\\(digital\\)$', replacement: '', enabled: true }],
      scanningConfig: { enabled: true, cronSchedule: '0 4 * * 0', cronTimezone: 'Europe/Paris', scanMode: 'deep' },
    } satisfies CallInput<'createLibrary'>['body'];
    const created = await admin.call('createLibrary', { body });
    expect(created).toMatchObject({
      ...body,
      path: folder.path,
      allowedFormats: ['CBZ', 'EPUB'],
      seriesConfig: { skipDepth: 2 },
      scanningConfig: { ...body.scanningConfig, scanOnStart: false, purgeDeletedOnScan: false },
      bookCount: 0,
      seriesCount: 0,
      lastScannedAt: null,
    });
    expect(await admin.call('getLibrary', { params: { id: created.id } })).toEqual(created);
  });

  it('are created from the snake_case body of the specification, with defaults for the rest', async () => {
    await using folder = await newFolder();
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const answer = await admin.fetch('/api/v1/libraries', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Comics',
        path: folder.path,
        scanning_config: { enabled: true, cron_schedule: '0 0 * * *', default_mode: 'deep', scan_on_start: true },
      }),
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      isActive: true,
      description: null,
      defaultReadingDirection: 'ltr',
      bookStrategy: 'by_format',
      numberStrategy: 'file_order',
      seriesStrategy: 'series_volume',
      bookConfig: null,
      titlePreprocessingRules: null,
      allowedFormats: null,
      scanningConfig: {
        enabled: true,
        cronSchedule: '0 0 * * *',
        cronTimezone: null,
        scanMode: 'deep',
        scanOnStart: true,
        purgeDeletedOnScan: false,
      },
    });
  });

  it('refuse folders that cannot be used, and say why', async () => {
    await using folder = await newFolder();
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await writeFile(join(folder.path, 'file'), '');
    const create = async (path: string) => expectRefusal(admin.call('createLibrary', { body: { name: 'L', path } }));
    const missing = join(folder.path, 'missing');
    expect(await create(missing)).toMatchObject({ status: 400, message: `The folder "${missing}" does not exist` });
    const file = join(folder.path, 'file');
    expect(await create(file)).toMatchObject({ status: 400, message: `"${file}" is not a folder` });
    expect(await create('')).toMatchObject({ status: 400, details: [{ path: 'path', message: 'must not be empty' }] });
  });

  it('refuse a folder that is equal to, inside or around another library', async () => {
    await using folder = await newFolder();
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const comics = join(folder.path, 'comics');
    await mkdir(join(comics, 'manga'), { recursive: true });
    await mkdir(join(folder.path, 'comics 2'));
    await symlink(comics, join(folder.path, 'link'));
    await admin.call('createLibrary', { body: { name: 'Comics', path: comics } });
    const create = async (path: string) => expectRefusal(admin.call('createLibrary', { body: { name: 'L', path } }));
    expect(await create(comics)).toMatchObject({ status: 409, kind: 'Conflict' });
    expect(await create(relative('.', comics))).toMatchObject({ status: 409 });
    expect(await create(`${comics}//manga/../`)).toMatchObject({ status: 409 });
    expect(await create(join(folder.path, 'link', 'manga'))).toMatchObject({
      status: 409,
      message: `"${join(folder.path, 'link', 'manga')}" is inside the folder of the library "Comics" ("${comics}")`,
    });
    expect(await create(folder.path)).toMatchObject({ status: 409 });
    const sibling = await admin.call('createLibrary', { body: { name: 'More', path: join(folder.path, 'comics 2') } });
    expect(sibling.path).toBe(join(folder.path, 'comics 2'));
  });

  it('refuse settings that cannot work, all at once', async () => {
    await using folder = await newFolder();
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const refusal = await expectRefusal(
      admin.call('createLibrary', {
        body: {
          name: 'L',
          path: folder.path,
          excludedPatterns: 'fine\n[open',
          seriesConfig: { nonsense: 1 },
          bookConfig: { pattern: '(' },
          titlePreprocessingRules: [{ pattern: '*', replacement: '' }],
          scanningConfig: { cronSchedule: '61 * * * *', cronTimezone: 'Mars/Olympus' },
        },
      }),
    );
    expect(refusal.status).toBe(400);
    expect(refusal.details).toEqual(
      ['scanningConfig.cronSchedule', 'scanningConfig.cronTimezone', 'excludedPatterns']
        .concat('titlePreprocessingRules.0.pattern', 'seriesConfig', 'bookConfig.pattern')
        .map((path) => ({ path, message: expect.any(String) as string })),
    );
    const custom = { name: 'L', path: folder.path, seriesStrategy: 'custom' } as const;
    expect(await expectRefusal(admin.call('createLibrary', { body: custom }))).toMatchObject({
      details: [{ path: 'seriesConfig.pattern', message: 'must be a pattern for the custom strategy' }],
    });
    expect(await admin.call('listLibraries', {})).toMatchObject({ total: 0 });
  });

  it.each(['* * * *', '* * * * * * *', '0 0 31 2 *', 'hello world a b c'])('refuse the schedule "%s"', async (cron) => {
    await using folder = await newFolder();
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const body = { name: 'L', path: folder.path, scanningConfig: { cronSchedule: cron } };
    expect(await expectRefusal(admin.call('createLibrary', { body }))).toMatchObject({
      status: 400,
      details: [{ path: 'scanningConfig.cronSchedule' }],
    });
  });

  it('change in part: what is absent stays, null clears', async () => {
    await using folder = await newFolder();
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { id } = await admin.call('createLibrary', {
      body: {
        name: 'Before',
        path: folder.path,
        description: 'Old',
        allowedFormats: ['CBZ'],
        scanningConfig: { enabled: true, cronSchedule: '0 1 * * *' },
      },
    });
    const params = { id };
    const renamed = await admin.call('updateLibrary', {
      params,
      body: { name: 'After', scanningConfig: { scanOnStart: true } },
    });
    expect(renamed).toMatchObject({
      name: 'After',
      description: 'Old',
      allowedFormats: ['CBZ'],
      scanningConfig: { enabled: true, cronSchedule: '0 1 * * *', scanOnStart: true },
    });
    const cleared = await admin.call('patchLibrary', {
      params,
      body: { description: null, allowedFormats: null, scanningConfig: null },
    });
    expect(cleared).toMatchObject({
      name: 'After',
      description: null,
      allowedFormats: null,
      scanningConfig: { enabled: false, cronSchedule: null, scanMode: 'normal' },
    });
  });

  it('keep their settings when their folder is gone, and move to another one', async () => {
    await using folder = await newFolder();
    await using other = await newFolder();
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const path = join(folder.path, 'gone');
    await mkdir(path);
    const { id } = await admin.call('createLibrary', { body: { name: 'L', path } });
    await rm(path, { recursive: true });
    const params = { id };
    expect(await admin.call('updateLibrary', { params, body: { name: 'M', path } })).toMatchObject({ name: 'M', path });
    expect(await admin.call('updateLibrary', { params, body: { path: other.path } })).toMatchObject({
      path: other.path,
    });
  });

  it('are listed by name in natural order, page by page, with their counts', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    for (const name of ['Shelf 10', 'shelf 2', 'Émile', 'Zoo', 'Frog']) await newShelf(server, { name });
    const shelf = await newShelf(server, { name: 'A' });
    const series = await shelf.addSeries('Series');
    await shelf.addBook(series, 'One');
    await shelf.addBook(series, 'Two', { deletedAt: 1 });
    await shelf.addBook(await shelf.addSeries('Gone'), 'Three', { deletedAt: 1 });
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push(await admin.call('listLibraries', { query: { page, pageSize: 2 } }));
    expect(pages.map(({ data }) => data.map(({ name }) => name))).toEqual([
      ['A', 'Émile'],
      ['Frog', 'shelf 2'],
      ['Shelf 10', 'Zoo'],
      [],
    ]);
    expect(pages[1]).toMatchObject({
      total: 6,
      totalPages: 3,
      links: { next: '/api/v1/libraries?page=3&pageSize=2', prev: '/api/v1/libraries?page=1&pageSize=2' },
    });
    expect(pages[0]?.data[0]).toMatchObject({ bookCount: 1, seriesCount: 1 });
  });

  it('go with everything in them', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const series = await shelf.addSeries('Series');
    const book = await shelf.addBook(series, 'One');
    await admin.call('saveProgress', { params: { id: book }, body: { currentPage: 3 } });
    const params = { id: shelf.libraryId };
    await admin.call('deleteLibrary', { params });
    const refusals = await Promise.all([
      expectRefusal(admin.call('getLibrary', { params })),
      expectRefusal(admin.call('deleteLibrary', { params })),
      expectRefusal(admin.call('updateLibrary', { params, body: { name: 'X' } })),
      expectRefusal(admin.call('getSeries', { params: { id: series } })),
      expectRefusal(admin.call('getBook', { params: { id: book } })),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await admin.call('listProgress', {})).toMatchObject({ total: 0 });
    expect(await admin.call('listBooks', {})).toMatchObject({ total: 0, data: [] });
  });

  it('are not found by an unknown id, and bad input is told apart from it', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    expect(await expectRefusal(admin.call('getLibrary', { params: { id: UNKNOWN } }))).toMatchObject({
      status: 404,
      message: `Library ${UNKNOWN} not found`,
    });
    expect(await expectRefusal(admin.call('getLibrary', { params: { id: 'no-id' } }))).toMatchObject({ status: 400 });
  });

  it('tell those who listen that they were added, changed and removed', async () => {
    await using folder = await newFolder();
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const told: string[] = [];
    using subscription = server.context.events.onChange((change) => {
      told.push(`${change.name} ${change.kind === 'libraries' ? String(change.libraryIds) : change.kind}`);
    });
    expect(subscription).toBeDefined();
    const { id } = await admin.call('createLibrary', { body: { name: 'L', path: folder.path } });
    await admin.call('updateLibrary', { params: { id }, body: { name: 'M' } });
    await admin.call('deleteLibrary', { params: { id } });
    expect(told).toEqual([`library_created ${id}`, `library_updated ${id}`, `library_deleted ${id}`]);
  });
});
