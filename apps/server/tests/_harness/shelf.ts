import { randomUUIDv7 } from 'node:crypto';
import type { Insertable } from 'kysely';
import { sortKey } from '#core/rules/text/sort-key.ts';
import type { BookTable, LibraryTable, SeriesTable } from '#db/schema/index.ts';
import { type Context } from '#index.ts';

type NewBook = Insertable<BookTable>;

/** Rows of the catalog without any files, for tests of what is made of them. */
export interface Shelf {
  readonly libraryId: string;
  /** Adds a series and returns its id. */
  readonly addSeries: (title: string, values?: Partial<Insertable<SeriesTable>>) => Promise<string>;
  /** Adds an analysed book of ten pages and returns its id. */
  readonly addBook: (seriesId: string, title: string, values?: Partial<NewBook>) => Promise<string>;
}

let clock = Date.UTC(2026, 0, 1);

/** A time that is later than all before it. */
function tick(): number {
  clock += 1_000;
  return clock;
}

/** Adds a library that no file belongs to. */
export async function newShelf(
  { context }: { readonly context: Context },
  values: Partial<Insertable<LibraryTable>> = {},
): Promise<Shelf> {
  const libraryId = randomUUIDv7();
  const timestamp = new Date(0).toISOString();
  await context.db.transaction(async (tx) => {
    const at = tick();
    const name = values.name ?? 'Shelf';
    await tx.write
      .insertInto('library')
      .values({
        id: libraryId,
        name,
        sortKey: sortKey(name),
        path: `/nowhere/${libraryId}`,
        isActive: 1,
        allowFileDeletion: 0,
        allowUploads: 0,
        kind: 'mixed',
        defaultReadingDirection: 'ltr',
        bookStrategy: 'filename',
        numberStrategy: 'file_order',
        seriesStrategy: 'series_volume',
        scanningConfig: JSON.stringify({
          enabled: false,
          cronSchedule: null,
          cronTimezone: null,
          scanMode: 'normal',
          scanOnStart: false,
          purgeDeletedOnScan: false,
        }),
        createdAt: at,
        updatedAt: at,
        ...values,
      })
      .execute();
  });

  const addSeries: Shelf['addSeries'] = async (title, seriesValues = {}) => {
    const id = randomUUIDv7();
    const at = tick();
    await context.db.transaction(async (tx) => {
      await tx.write
        .insertInto('series')
        .values({
          id,
          libraryId,
          name: title,
          path: title,
          title,
          sortKey: sortKey(title),
          status: 'unknown',
          createdAt: at,
          updatedAt: at,
          ...seriesValues,
        })
        .execute();
    });
    return id;
  };

  const addBook: Shelf['addBook'] = async (seriesId, title, bookValues = {}) => {
    const id = randomUUIDv7();
    const at = tick();
    await context.db.transaction(async (tx) => {
      await tx.write
        .insertInto('book')
        .values({
          id,
          libraryId,
          seriesId,
          path: `${seriesId}/${title}.cbz`,
          fileName: `${title}.cbz`,
          fileSize: 1_000,
          fileModifiedAt: at,
          fileFormat: 'cbz',
          fingerprint: id,
          state: 'ready',
          layout: 'pages',
          pageCount: 10,
          title,
          sortKey: sortKey(title),
          analyzedAt: at,
          createdAt: at,
          updatedAt: at,
          ...bookValues,
        })
        .execute();
    });
    context.events.emit({ type: 'book_created', book_id: id, series_id: seriesId, library_id: libraryId, timestamp });
    return id;
  };

  return { libraryId, addSeries, addBook };
}
