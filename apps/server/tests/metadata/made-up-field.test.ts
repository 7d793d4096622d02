import { describe, expect, it, vi } from 'vitest';
import { expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { rawSql } from '../_harness/raw-sql.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

vi.mock(import('../../../../packages/contract/src/metadata-field-table.ts'), async (original) => {
  const real = await original();
  const foreword = {
    label: 'Foreword',
    section: 'About',
    family: 'text',
    max: 100,
    many: true,
    lock: 'forewordLock',
    stored: 'column',
    shown: 'row',
    fromFile: 'never',
  } as const;
  return { ...real, BOOK_FIELDS: { ...real.BOOK_FIELDS, foreword } };
});

interface MadeUp {
  readonly foreword?: string | null;
  readonly locks: { readonly forewordLock?: boolean };
}

const INFO = '<Title>One</Title><Series>Saga</Series><Number>1</Number>';

describe.each(databases)('a field of books that only the table knows, on %s', (kind) => {
  it('is edited, locked, kept by a scan, journaled, seen by templates, undone and reset', async () => {
    await using home = await openHome(kind);
    await rawSql(home, 'alter table "bookMetadata" add column "foreword" text');
    await using server = await startServer(kind, { home });
    const admin = await setupAdmin(server);
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz', { info: INFO });
    const library = await addLibrary(admin, folder.path);
    await scan(admin, library.id);
    await waitForTasks(admin);
    const [book] = await listAllBooks(admin);
    const params = { id: book?.id ?? '' };
    const known = async () => (await admin.call('getBookMetadata', { params })) as MadeUp;

    expect(await known()).toMatchObject({ foreword: null, locks: { forewordLock: false } });
    const edited = await admin.call('updateBookMetadata', { params, body: { foreword: 'By a friend' } as object });
    expect(edited).toMatchObject({ foreword: 'By a friend', locks: { forewordLock: true } });
    const tooLong = { foreword: 'x'.repeat(101) } as object;
    expect(await expectRefusal(admin.call('updateBookMetadata', { params, body: tooLong }))).toMatchObject({
      status: 400,
    });

    await scan(admin, library.id, 'deep');
    await waitForTasks(admin);
    expect(await known()).toMatchObject({ foreword: 'By a friend' });
    const { metadata } = (await admin.call('getBook', { params })) as { metadata?: object };
    expect(metadata).toMatchObject({ foreword: 'By a friend' });
    const { text } = await admin.call('tryTemplate', {
      body: { template: '{{metadata.foreword}} {{metadata.forewordLock}}', bookId: params.id },
    });
    expect(text).toBe('By a friend true');

    const many = { bookIds: [params.id], foreword: 'By another' };
    await admin.call('updateManyBooks', { body: many });
    expect(await known()).toMatchObject({ foreword: 'By another' });
    const { data } = await admin.call('listMetadataActions', { query: { bookId: params.id } });
    await admin.call('undoMetadataAction', { params: { id: data[0]?.id ?? '' } });
    expect(await known()).toMatchObject({ foreword: 'By a friend' });
    await admin.call('resetBookMetadata', { params });
    expect(await known()).toMatchObject({ foreword: null, locks: { forewordLock: false } });
  });
});
