import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BOOK_EXPORT_FIELDS, type CatalogExport, SERIES_EXPORT_FIELDS } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { cleanUpExports } from '#core/activities/exports/clean-up-exports.ts';
import { runExport } from '#core/activities/exports/run-export.ts';
import { writeTerms } from '#db/repos/rows/terms.repo.ts';
import { TaskFailure, type TaskRun } from '#jobs/handler.ts';
import { type Client, createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { until } from '../_harness/scans.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

type Wanted = Parameters<typeof start>[1];

async function start(
  client: Client,
  body: {
    readonly format: CatalogExport['format'];
    readonly exportType?: CatalogExport['exportType'];
    readonly libraryIds: string[];
    readonly fields?: CatalogExport['fields'];
    readonly bookFields?: CatalogExport['bookFields'];
  },
): Promise<CatalogExport> {
  return client.call('createExport', { body });
}

async function ended(client: Client, id: string): Promise<CatalogExport> {
  return until(
    async () => client.call('getExport', { params: { id } }),
    ({ status }) => status !== 'pending' && status !== 'running',
  );
}

async function download(client: Client, id: string, headers: Readonly<Record<string, string>> = {}) {
  return client.fetch(`/api/v1/user/exports/series/${id}/download`, { headers });
}

/** The file that comes of a request. */
async function made(client: Client, wanted: Wanted) {
  const { id } = await start(client, wanted);
  const record = await ended(client, id);
  expect(record).toMatchObject({ status: 'completed', error: null });
  const response = await download(client, id);
  const text = await response.text();
  expect(Buffer.byteLength(text)).toBe(record.fileSizeBytes);
  return { id, record, text, response };
}

/** Rows of a CSV file, read as RFC 4180 says. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end = ''] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== '\r\n') continue;
    rows.push(row);
    row = [];
  }
  expect(row).toEqual([]);
  return rows;
}

const TITLE = '=HYPERLINK("http://bad")';

/** A library that everybody sees with two series, and one that the guest does not see. */
async function openDesk(kind: DatabaseKind) {
  const server = await startServer(kind);
  const admin = await setupAdmin(server);
  const open = await newShelf(server, { name: 'Open, "wide"' });
  const hidden = await newShelf(server, { name: 'Hidden' });
  const account = { username: 'guest', password: 'a long password' };
  const guestUser = await admin.call('createUser', { body: { ...account, libraryIds: [open.libraryId] } });
  const guest = await signIn(server, account);
  const saga = await open.addSeries('Saga', { summary: 'One\nline, and *another*', year: 2012, publisher: 'Image' });
  const odd = await open.addSeries(TITLE);
  const secret = await hidden.addSeries('Secret');
  const books = {
    one: await open.addBook(saga, 'Saga 1', { numberSort: 1 }),
    two: await open.addBook(saga, 'Saga 2', { numberSort: 2 }),
    odd: await open.addBook(odd, '@odd'),
    secret: await hidden.addBook(secret, 'Secret 1'),
  };
  return {
    ...{ server, admin, guest, guestId: guestUser.id, open, hidden, books },
    series: { saga, odd, secret },
    dataDir: join(server.context.config.dataDir, 'exports'),
    [Symbol.asyncDispose]: async () => server[Symbol.asyncDispose](),
  };
}

/** One turn of a task by hand. */
function turn(signal = new AbortController().signal): TaskRun {
  return { taskId: '', signal, earlier: null, shouldYield: async () => false, report: () => undefined };
}

describe.each(databases)('exports on %s', (kind) => {
  it('hold every field, as JSON, CSV that no spreadsheet calculates, and Markdown', async () => {
    await using desk = await openDesk(kind);
    const { server, admin, open, series, books } = desk;
    await server.context.db.transaction(async (tx) => {
      await writeTerms(tx, 'genre', { kind: 'series', id: series.saga }, ['Drama', 'SF']);
    });
    await admin.call('saveRating', { params: { id: series.saga }, body: { rating: 80, notes: '+again' } });
    await admin.call('createCollection', { body: { name: 'Best of', seriesIds: [series.saga] } });
    await admin.call('createReadList', { body: { name: 'Next up', bookIds: [books.two] } });
    await admin.call('markBookRead', { params: { id: books.one } });
    const libraryIds = [open.libraryId];

    const all = await made(admin, {
      ...{ format: 'json', exportType: 'both', libraryIds },
      ...{ fields: [...SERIES_EXPORT_FIELDS], bookFields: [...BOOK_EXPORT_FIELDS] },
    });
    expect(all.record).toMatchObject({ rowCount: 5, exportType: 'both', libraryIds, progress: null });
    expect(all.response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const tables = JSON.parse(all.text) as Record<'series' | 'books', Record<string, unknown>[]>;
    expect(Object.keys(tables.series[0] ?? {})).toEqual(SERIES_EXPORT_FIELDS);
    expect(Object.keys(tables.books[0] ?? {})).toEqual(BOOK_EXPORT_FIELDS);
    expect(tables.series.find((row) => row['series_id'] === series.saga)).toMatchObject({
      ...{ series_name: 'Saga', library_name: 'Open, "wide"', year: 2012, publisher: 'Image', genres: ['Drama', 'SF'] },
      ...{ collections: ['Best of'], actual_book_count: 2, unread_book_count: 1, progress: 50 },
      ...{ user_rating: 80, user_notes: '+again', community_avg_rating: 80 },
    });
    expect(tables.books.map((row) => [row['book_name'], row['progress'], row['completed'], row['read_lists']])).toEqual(
      [
        ['@odd', 0, false, []],
        ['Saga 1', 100, true, []],
        ['Saga 2', 0, false, ['Next up']],
      ],
    );

    const csv = await made(admin, {
      ...{ format: 'csv', libraryIds, fields: ['library_name', 'summary', 'genres', 'user_notes', 'year'] },
    });
    expect(csv.response.headers.get('content-disposition')).toMatch(/lectern-series-\d{4}-\d\d-\d\d\.csv/);
    expect(readCsv(csv.text)).toEqual([
      // What names a row comes last when it was not asked for.
      ['library_name', 'summary', 'genres', 'user_notes', 'year', 'series_name'],
      ['Open, "wide"', '', '', '', '', `'${TITLE}`],
      ['Open, "wide"', 'One\nline, and *another*', 'Drama; SF', `'+again`, '2012', 'Saga'],
    ]);

    const markdown = await made(admin, { format: 'md', libraryIds, fields: ['summary', 'year'] });
    expect(markdown.text).toContain('# Series\n\n');
    const lines = String.raw`## Saga

- **Summary:** One line, and \*another\*
- **Year:** 2012
`;
    expect(markdown.text).toContain(lines);
    expect((await made(admin, { format: 'csv', exportType: 'books', libraryIds, bookFields: ['number'] })).text).toBe(
      "number,book_name\r\n,'@odd\r\n1,Saga 1\r\n2,Saga 2\r\n",
    );
    const { exports } = await admin.call('listExports', {});
    expect(exports.map(({ format }) => format)).toEqual(['csv', 'md', 'csv', 'json']);
  });

  it('hold what their owner may see when they are made, and are theirs alone', async () => {
    await using desk = await openDesk(kind);
    const { server, admin, guest, guestId, open, hidden } = desk;
    const wanted = { format: 'json', fields: ['title'] } as const;
    const refusals = await Promise.all([
      expectRefusal(start(guest, { ...wanted, fields: ['title'], libraryIds: [hidden.libraryId] })),
      expectRefusal(start(createClient(server), { ...wanted, fields: ['title'], libraryIds: [open.libraryId] })),
      expectRefusal(createClient(server).call('listExportFields', {})),
      expectRefusal(start(guest, { format: 'json', libraryIds: [open.libraryId] })),
      expectRefusal(
        start(guest, { format: 'csv', exportType: 'both', libraryIds: [open.libraryId], fields: ['title'] }),
      ),
    ]);
    expect(refusals.map((error) => error.kind)).toEqual([
      ...['NotFound', 'Unauthorized', 'Unauthorized', 'BadRequest', 'BadRequest'],
    ]);
    const { fields, bookFields, presets } = await guest.call('listExportFields', {});
    expect(fields.filter(({ isAnchor }) => isAnchor).map(({ key }) => key)).toEqual(['series_name']);
    expect(bookFields.filter(({ userSpecific }) => userSpecific).map(({ key }) => key)).toEqual([
      ...['progress', 'current_page', 'completed', 'completed_at'],
    ]);
    expect(fields.map(({ key }) => key)).toEqual(expect.arrayContaining(presets.llmSelect));

    // Asked for while both libraries could be seen, made when one of them no longer can.
    const both = [open.libraryId, hidden.libraryId];
    await admin.call('updateUser', { params: { id: guestId }, body: { libraryIds: both } });
    await admin.call('pauseTasks', {});
    const { id } = await start(guest, { ...wanted, fields: ['title'], libraryIds: both });
    expect((await download(guest, id)).status).toBe(409);
    expect((await download(admin, id)).status).toBe(404);
    expect(await expectRefusal(admin.call('getExport', { params: { id } }))).toMatchObject({ kind: 'NotFound' });
    await admin.call('updateUser', { params: { id: guestId }, body: { libraryIds: [open.libraryId] } });
    await admin.call('resumeTasks', {});
    expect(await ended(guest, id)).toMatchObject({ status: 'completed', rowCount: 2 });
    // It was meant to hold more than they may see by now.
    expect((await download(guest, id)).status).toBe(404);
    const own = await made(guest, { ...wanted, fields: ['title'], libraryIds: [open.libraryId] });
    expect(own.text).not.toContain('Secret');
    const part = await download(guest, own.id, { range: 'bytes=1-3' });
    expect([part.status, await part.text()]).toEqual([206, own.text.slice(1, 4)]);
    await rm(join(desk.dataDir, `${own.id}.json`));
    expect((await download(guest, own.id)).status).toBe(404);

    // A deactivated user gets nothing more.
    await admin.call('pauseTasks', {});
    const late = await start(guest, { ...wanted, fields: ['title'], libraryIds: [open.libraryId] });
    await admin.call('updateUser', { params: { id: guestId }, body: { isActive: false } });
    const run = runExport(server.context, late.id, turn());
    await expect(run).rejects.toBeInstanceOf(TaskFailure);
  });

  it('are cancelled, deleted, limited and expire, and leave no files', async () => {
    await using desk = await openDesk(kind);
    const { server, admin, open, dataDir } = desk;
    const { context } = server;
    const wanted: Wanted = { format: 'json', libraryIds: [open.libraryId], fields: ['title'] };
    await admin.call('pauseTasks', {});
    const first = await start(admin, wanted);
    const second = await start(admin, wanted);
    const third = await start(admin, wanted);
    expect(await expectRefusal(start(admin, wanted))).toMatchObject({ kind: 'Conflict' });
    expect(await admin.call('cancelExport', { params: { id: first.id } })).toMatchObject({ status: 'cancelled' });
    expect(await expectRefusal(admin.call('cancelExport', { params: { id: first.id } }))).toMatchObject({
      kind: 'Conflict',
    });
    // Cancelled as a task, or forgotten with all of them: it does not wait for ever.
    await admin.call('cancelTask', { params: { id: second.taskId ?? '' } });
    expect(await admin.call('getExport', { params: { id: second.id } })).toMatchObject({ status: 'cancelled' });
    await context.db.transaction(async (tx) => tx.write.deleteFrom('task').execute());
    expect(await admin.call('getExport', { params: { id: third.id } })).toMatchObject({ status: 'cancelled' });

    // Stopped in the middle: nothing is left, and the next run makes it whole.
    const fourth = await start(admin, wanted);
    await expect(runExport(context, fourth.id, turn(AbortSignal.abort()))).rejects.toThrow();
    expect(await readdir(dataDir)).toEqual([]);
    expect(await admin.call('getExport', { params: { id: fourth.id } })).toMatchObject({ status: 'running' });
    // What a process that was killed has left of it goes with the next run.
    await writeFile(join(dataDir, `${fourth.id}.json.left.tmp`), 'half');
    await admin.call('resumeTasks', {});
    expect(await ended(admin, fourth.id)).toMatchObject({ status: 'completed', rowCount: 2 });
    expect(await readdir(dataDir)).toEqual([`${fourth.id}.json`]);
    expect(await runExport(context, fourth.id, turn())).toEqual({});

    // A deleted one takes its file with it; what belongs to none goes once it is old.
    const fifth = await made(admin, wanted);
    await admin.call('deleteExport', { params: { id: fifth.id } });
    expect(await readdir(dataDir)).toEqual([`${fourth.id}.json`]);
    await writeFile(join(dataDir, 'lost.json'), '[]');
    await utimes(join(dataDir, 'lost.json'), 1, 1);
    expect(await cleanUpExports(context)).toEqual({ deletedExports: 0, deletedFiles: 1 });

    // Of finished ones the newest stay.
    await admin.call('updateSetting', { params: { key: 'exports.max_per_user' }, body: { value: '2' } });
    const sixth = await made(admin, wanted);
    const seventh = await made(admin, wanted);
    const { exports } = await admin.call('listExports', {});
    expect(exports.map(({ id }) => id)).toEqual([seventh.id, sixth.id]);
    expect((await readdir(dataDir)).toSorted()).toEqual([`${sixth.id}.json`, `${seventh.id}.json`].toSorted());

    // Expired ones are gone at once, and their files with the next clean-up.
    await context.db.transaction(async (tx) =>
      tx.write.updateTable('catalogExport').set({ expiresAt: 1 }).where('id', '=', sixth.id).execute(),
    );
    expect((await download(admin, sixth.id)).status).toBe(404);
    expect(await cleanUpExports(context)).toEqual({ deletedExports: 1, deletedFiles: 0 });
    expect(await readdir(dataDir)).toEqual([`${seventh.id}.json`]);
  });
});
