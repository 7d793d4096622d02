import { BOOK_FIELDS, fieldsStoredAs, SERIES_FIELDS } from '@lectern/contract';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { chunked } from '../../sql/dialect.ts';
import type { ReadDb } from '../../open.ts';
import type { BookMetadataTable } from '../../schema/index.ts';
import { type ExternalList, listExternals } from './externals.repo.ts';
import { listSeriesSharingTags } from '../people/sharing-tags.repo.ts';
import { listOwnerTerms } from '../rows/find-terms.repo.ts';
import type { TermOwner } from '../rows/term-tables.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleSeries } from '../rows/visibility.ts';
import { readChunked } from '../rows/read-rows.ts';

/** Any JSON value. */
export type Json = z.infer<ReturnType<typeof z.json>>;

/** Everything that is known of one book or series, field by field, as JSON values: what is edited, journaled and undone. */
export interface MetadataState {
  readonly kind: TermOwner['kind'];
  readonly id: string;
  readonly libraryId: string;
  /** Of a series its own id. */
  readonly seriesId: string;
  /** As it is shown now. */
  readonly title: string;
  readonly values: Readonly<Record<string, Json>>;
  readonly locks: ReadonlySet<string>;
  /** When it was made known, and changed last; epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Of a book what its files say (EmbeddedMetadata, JSON), null until analysed; of a series as `SeriesTable.filled`. */
  readonly said: string | null;
  /** Whether a book has a row of metadata. */
  readonly hasRow: boolean;
}

/** Columns of a book's metadata that hold their value as it is, those that hold 0 or 1, and those that hold JSON. */
export const BOOK_COLUMNS = fieldsStoredAs(BOOK_FIELDS, 'column');
export const BOOK_FLAGS = fieldsStoredAs(BOOK_FIELDS, 'flag');
export const BOOK_DOCUMENTS = fieldsStoredAs(BOOK_FIELDS, 'document');

/** Columns of a series that hold their value as it is, and those that hold JSON. */
export const SERIES_COLUMNS = fieldsStoredAs(SERIES_FIELDS, 'column');
export const SERIES_DOCUMENTS = fieldsStoredAs(SERIES_FIELDS, 'document');

const Document = z.json();
const Locks = z.array(z.string()).catch([]);

function parsed(text: string | null | undefined): Json {
  return text === null || text === undefined ? null : Document.parse(JSON.parse(text));
}

/** Names of the locks that are set, from the JSON array that is stored. */
function locksIn(text: string | null): ReadonlySet<string> {
  return new Set(Locks.parse(JSON.parse(text ?? '[]')));
}

/** The values of a book's row; without a row nothing is known. */
export function bookValues(row: Partial<Selectable<BookMetadataTable>>): Record<string, Json> {
  const flag = (value: number | null | undefined): Json => (value === null || value === undefined ? null : value === 1);
  return Object.fromEntries<Json>([
    ...BOOK_COLUMNS.map((name): [string, Json] => [name, row[name] ?? null]),
    ...BOOK_FLAGS.map((name): [string, Json] => [name, flag(row[name])]),
    ...BOOK_DOCUMENTS.map((name): [string, Json] => [name, parsed(row[name])]),
    ['authors', parsed(row.authors ?? '[]')],
    ['awards', parsed(row.awards ?? '[]')],
  ]);
}

/** What is kept in tables of their own: genres, tags and sharing tags by name, and lists of what is known elsewhere. */
type Lists = ReadonlyMap<string, Record<string, Json[]>>;

const EXTERNALS: Readonly<Record<TermOwner['kind'], readonly ExternalList[]>> = {
  book: ['externalIds', 'externalLinks'],
  series: ['externalIds', 'externalLinks', 'externalRatings', 'alternateTitles'],
};

async function readLists(db: ReadDb, kind: TermOwner['kind'], ids: readonly string[]): Promise<Lists> {
  const lists = new Map(ids.map((id) => [id, newLists(kind)]));
  for (const [field, of] of [
    ['genres', 'genre'],
    ['tags', 'tag'],
  ] as const) {
    for (const { ownerId, name } of await listOwnerTerms(db, of, kind, ids)) lists.get(ownerId)?.[field]?.push(name);
  }
  for (const field of EXTERNALS[kind]) {
    for (const { ownerId, ...item } of await listExternals(db, field, kind, ids))
      lists.get(ownerId)?.[field]?.push(item);
  }
  return lists;
}

/** Sharing tags, which series alone have, are still to be added. */
function newLists(kind: TermOwner['kind']): Record<string, Json[]> {
  const own = kind === 'series' ? ['sharingTags'] : [];
  return Object.fromEntries(['genres', 'tags', ...own, ...EXTERNALS[kind]].map((field) => [field, []]));
}

async function bookRows(db: ReadDb, viewerScope: ViewerScope, ids: readonly string[]) {
  return visibleBooks(db, viewerScope, { includeDeleted: true })
    .leftJoin('bookMetadata as known', 'known.bookId', 'book.id')
    .selectAll('known')
    .select([
      'book.id as ownerId',
      'book.libraryId',
      'book.seriesId',
      'book.title as shownTitle',
      'book.titleSort',
      'book.createdAt as addedAt',
      'book.updatedAt as touchedAt',
    ])
    .where('book.id', 'in', ids)
    .execute();
}

type BookRow = Awaited<ReturnType<typeof bookRows>>[number];

/** A book without a row of metadata has nulls throughout, which are left out. */
function filledColumns(row: BookRow): Partial<Selectable<BookMetadataTable>> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}

async function listBookStates(db: ReadDb, viewerScope: ViewerScope, ids: readonly string[]): Promise<MetadataState[]> {
  const [rows, lists] = await Promise.all([bookRows(db, viewerScope, ids), readLists(db, 'book', ids)]);
  return rows.map((row) => ({
    kind: 'book',
    id: row.ownerId,
    libraryId: row.libraryId,
    seriesId: row.seriesId,
    title: row.shownTitle,
    values: { ...bookValues(filledColumns(row)), titleSort: row.titleSort, ...lists.get(row.ownerId) },
    locks: locksIn(row.locks),
    createdAt: row.createdAt ?? row.addedAt,
    updatedAt: row.updatedAt ?? row.touchedAt,
    said: row.embedded,
    hasRow: row.id !== null,
  }));
}

async function listSeriesStates(
  db: ReadDb,
  viewerScope: ViewerScope,
  ids: readonly string[],
): Promise<MetadataState[]> {
  const [rows, lists, sharingTags] = await Promise.all([
    visibleSeries(db, viewerScope, { includeDeleted: true })
      .select([
        'series.id',
        'series.libraryId',
        'series.locks',
        'series.filled',
        'series.createdAt',
        'series.updatedAt',
      ])
      .select([...SERIES_COLUMNS, ...SERIES_DOCUMENTS].map((name) => `series.${name}` as const))
      .where('series.id', 'in', ids)
      .execute(),
    readLists(db, 'series', ids),
    listSeriesSharingTags(db, ids),
  ]);
  for (const { seriesId, name } of sharingTags) lists.get(seriesId)?.['sharingTags']?.push(name);
  return rows.map((row) => ({
    kind: 'series',
    id: row.id,
    libraryId: row.libraryId,
    seriesId: row.id,
    title: row.title,
    values: {
      ...Object.fromEntries(SERIES_COLUMNS.map((name): [string, Json] => [name, row[name]])),
      ...Object.fromEntries(SERIES_DOCUMENTS.map((name) => [name, parsed(row[name])])),
      ...lists.get(row.id),
    },
    locks: locksIn(row.locks),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    said: row.filled,
    hasRow: true,
  }));
}

/** Metadata of books or series, also of soft-deleted ones, in the order of the ids; hidden ones are left out. */
export async function listMetadataStates(
  db: ReadDb,
  viewerScope: ViewerScope,
  kind: TermOwner['kind'],
  ids: readonly string[],
): Promise<MetadataState[]> {
  const byId = new Map<string, MetadataState>();
  for (const some of chunked(ids)) {
    const states =
      kind === 'book' ? await listBookStates(db, viewerScope, some) : await listSeriesStates(db, viewerScope, some);
    for (const state of states) byId.set(state.id, state);
  }
  return ids.map((id) => byId.get(id)).filter((state) => state !== undefined);
}

/** Ids of books or series with those of their libraries; hidden ones are left out. */
export async function listOwners(
  db: ReadDb,
  viewerScope: ViewerScope,
  kind: TermOwner['kind'],
  ids: readonly string[],
): Promise<{ readonly id: string; readonly libraryId: string }[]> {
  const everything = { includeDeleted: true };
  return readChunked(ids, (some) =>
    kind === 'book'
      ? visibleBooks(db, viewerScope, everything).select(['book.id', 'book.libraryId']).where('book.id', 'in', some)
      : visibleSeries(db, viewerScope, everything)
          .select(['series.id', 'series.libraryId'])
          .where('series.id', 'in', some),
  );
}

/** The metadata of a book; undefined when nothing is known yet, or the book is hidden. */
export async function findBookMetadata(db: ReadDb, viewerScope: ViewerScope, bookId: string) {
  const row = await visibleBooks(db, viewerScope, { includeDeleted: true })
    .innerJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
    .where('book.id', '=', bookId)
    .selectAll('bookMetadata')
    .select('book.pageCount')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const genres = await listOwnerTerms(db, 'genre', 'book', [bookId]);
  const values = { ...bookValues(row), genres: genres.map(({ name }) => name) };
  return { id: row.id, bookId, values, pageCount: row.pageCount, series: row.series };
}
