import { sql } from 'kysely';
import { z } from 'zod';
import type { ReadDb, Tx } from '../../open.ts';
import { findFirstBookId } from '../scanning/analysis.repo.ts';
import {
  type CoverPicture,
  findLibraryFront,
  OWN_COVER,
  selectFront,
  SHOWN_COLOR,
  SHOWN_COVER,
} from '../rows/covers.repo.ts';
import type { CoverOwner } from './stored-covers.repo.ts';
import { isFound, readChunked, type ReadRow } from '../rows/read-rows.ts';
import { EVERYONE } from '../rows/viewer-scope.ts';

const NONE: CoverPicture = { key: null, color: null };
/** Series at the front of a library that may lend it their cover. */
const FRONT = 100;

/** What a book shows. */
export async function findShownCover(db: ReadDb, bookId: string): Promise<CoverPicture> {
  const row = await db
    .selectFrom('book')
    .select([SHOWN_COVER.as('key'), SHOWN_COLOR.as('color')])
    .where('id', '=', bookId)
    .executeTakeFirst();
  return row ?? NONE;
}

/** The cover of an owner without a choice: of its file or folder, or of the first book that has one. */
export async function findAutomaticCover(db: ReadDb, { kind, id }: Pick<CoverOwner, 'kind' | 'id'>) {
  if (kind === 'series') {
    const beside = await db
      .selectFrom('series')
      .select(['sidecarCoverKey as key', 'sidecarCoverColor as color'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (beside !== undefined && beside.key !== null) return beside;
    const first = await findFirstBookId(db, id);
    return first === undefined ? NONE : findShownCover(db, first);
  }
  const row = await db
    .selectFrom('book')
    .select(['coverKey as key', 'coverColor as color'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? NONE;
}

const BesideBook = z.object({ cover: z.unknown().optional() });

/** Whether a picture file beside the books is the automatic cover, or is about to be. */
export async function hasCoverBeside(db: ReadDb, { kind, id }: Pick<CoverOwner, 'kind' | 'id'>): Promise<boolean> {
  if (kind === 'series') {
    const row = await db.selectFrom('series').select('sidecarCoverKey').where('id', '=', id).executeTakeFirst();
    return row !== undefined && row.sidecarCoverKey !== null;
  }
  const row = await db.selectFrom('book').select('sidecars').where('id', '=', id).executeTakeFirst();
  const beside = BesideBook.safeParse(JSON.parse(row?.sidecars ?? '{}'));
  return beside.success && beside.data.cover !== undefined;
}

/** Whether a library has FRONT series before this one: a walk along an index that answers for most series. */
async function isFarBehind(db: ReadDb, libraryId: string, seriesId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('series')
    .select('series.id')
    .where('series.libraryId', '=', libraryId)
    .where(
      sql<boolean>`(${sql.ref('series.sortKey')}, ${sql.ref('series.id')}) < (
        (select "own"."sortKey" from "series" as "own" where "own"."id" = ${seriesId}), ${seriesId})`,
    )
    .limit(FRONT)
    .execute();
  return rows.length === FRONT;
}

/** Whether the series is the one whose cover its library shows; looked for among the first of the library only. */
export async function isLibraryFront(db: ReadDb, libraryId: string, seriesId: string): Promise<boolean> {
  if (await isFarBehind(db, libraryId, seriesId)) return false;
  const front = await findLibraryFront(db, EVERYONE, libraryId, FRONT);
  return front?.id === seriesId;
}

/** What a series shows. */
export type ShownBySeries = ReadRow<typeof listShownBySeries>;

/** What series show; those that are gone are left out. */
export async function listShownBySeries(db: ReadDb, seriesIds: readonly string[]) {
  const id = sql.ref<string>('series.id');
  const rows = await readChunked(seriesIds, (some) =>
    db
      .selectFrom('series')
      .select(['series.id', 'series.libraryId', OWN_COVER.as('own')])
      .select(selectFront(db, id, true).select(SHOWN_COVER.as('key')).as('numbered'))
      .select(selectFront(db, id, false).select(SHOWN_COVER.as('key')).as('unnumbered'))
      .where('series.id', 'in', some),
  );
  return rows.map(({ own, numbered, unnumbered, ...place }) => ({ ...place, coverKey: own ?? numbered ?? unnumbered }));
}

/** The series that books are in, each once. */
export async function listSeriesOfBooks(db: ReadDb, bookIds: readonly string[]): Promise<string[]> {
  const rows = await readChunked(bookIds, (ids) =>
    db.selectFrom('book').select('seriesId').distinct().where('id', 'in', ids),
  );
  const found = new Set(rows.map(({ seriesId }) => seriesId));
  return [...found];
}

/** Makes the automatic cover of a book with a locked cover its chosen one. @returns whether the book changed */
export async function keepLockedCover(tx: Tx, bookId: string): Promise<boolean> {
  return isFound(
    tx.write
      .updateTable('book')
      .set((eb) => ({ customCoverKey: eb.ref('coverKey'), customCoverColor: eb.ref('coverColor') }))
      .where('id', '=', bookId)
      .where('customCoverKey', 'is', null)
      .where('coverKey', 'is not', null)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('bookMetadata')
            .select('bookMetadata.id')
            .whereRef('bookMetadata.bookId', '=', 'book.id')
            .where('bookMetadata.locks', 'like', '%"coverLock"%'),
        ),
      )
      .returning('id'),
  );
}

/** The series that have covers which were taken from a book, chosen or not. */
export async function listFollowers(db: ReadDb, bookId: string) {
  const rows = await db.selectFrom('cover').select('seriesId').where('fromBookId', '=', bookId).execute();
  return [...new Set(rows.flatMap(({ seriesId }) => seriesId ?? []))];
}

/** Updates the covers that were taken from a book. @returns ids of the series that show another picture now */
export async function followBookCover(tx: Tx, bookId: string, at: number): Promise<readonly string[]> {
  const { key, color } = await findShownCover(tx.read, bookId);
  // What has been chosen stays when the book has nothing to show any more.
  if (key === null) return [];
  const rows = await tx.write
    .updateTable('cover')
    .set({ coverKey: key, coverColor: color, updatedAt: at })
    .where('fromBookId', '=', bookId)
    .where('coverKey', '!=', key)
    .returning(['seriesId', 'isSelected'])
    .execute();
  const changed = rows.flatMap(({ seriesId, isSelected }) => (isSelected === 1 && seriesId !== null ? [seriesId] : []));
  if (changed.length > 0) {
    await tx.write
      .updateTable('series')
      .set({ customCoverKey: key, customCoverColor: color, updatedAt: at })
      .where('id', 'in', changed)
      .execute();
  }
  return changed;
}
