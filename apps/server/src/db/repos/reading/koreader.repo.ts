import { type Selectable, sql } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import type { KoreaderPlaceTable } from '../../schema/index.ts';
import { isFound, type ReadRow } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks } from '../rows/visibility.ts';

/** A place that KOReader sent. */
export type KoreaderPlace = Selectable<KoreaderPlaceTable>;

/** How a device may name a document. */
export interface DocumentNames {
  readonly document: string;
  /** Digest of the file name, null when the device sent none. */
  readonly nameHash: string | null;
}

export type DocumentBook = ReadRow<typeof findDocumentBook>;

/** Copies of one document that are looked at. */
const MAX_COPIES = 50;

const COLUMNS = [
  'book.id',
  'book.koreaderHash',
  'book.layout',
  'book.pageCount',
  'book.fileFormat',
  'book.analyzedAt',
] as const;

/** Books that were analysed and that the viewer may see. */
function openBooks(db: ReadDb, viewerScope: ViewerScope) {
  return visibleBooks(db, viewerScope).where('book.state', '=', 'ready');
}

/** The books that a document may be, by content or by name; what the viewer read last comes first. */
export async function listBooksOfDocument(db: ReadDb, viewerScope: ViewerScope, { document, nameHash }: DocumentNames) {
  return openBooks(db, viewerScope)
    .leftJoin('readProgress', (join) =>
      join.onRef('readProgress.bookId', '=', 'book.id').on('readProgress.userId', '=', viewerScope.userId),
    )
    .select(COLUMNS)
    .where((eb) =>
      eb.or([
        eb('book.koreaderHash', '=', document),
        eb('book.nameHash', '=', document),
        ...(nameHash === null ? [] : [eb('book.nameHash', '=', nameHash)]),
      ]),
    )
    .orderBy((eb) => eb.fn.coalesce('readProgress.updatedAt', eb.lit(0)), 'desc')
    .orderBy('book.id')
    .limit(MAX_COPIES)
    .execute();
}

/** A title that a device sent. */
interface SentTitle {
  readonly title: string;
  /** Of the title, as books are sorted. */
  readonly sortKey: string;
}

/** Books with a title, by sort key or by the title itself; the latest read first. */
export async function listBooksTitled(db: ReadDb, viewerScope: ViewerScope, { title, sortKey }: SentTitle) {
  return openBooks(db, viewerScope)
    .leftJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
    .leftJoin('readProgress', (join) =>
      join.onRef('readProgress.bookId', '=', 'book.id').on('readProgress.userId', '=', viewerScope.userId),
    )
    .select(COLUMNS)
    .select(['book.title', 'book.titleSort', 'bookMetadata.authors'])
    .where('book.id', 'in', (eb) =>
      // A union, so that each part uses its index, the first of which has no deleted books.
      eb
        .selectFrom('book as sorted')
        .select('sorted.id')
        .where('sorted.sortKey', '=', sortKey)
        .where('sorted.deletedAt', 'is', null)
        .union(
          eb
            .selectFrom('book as titled')
            .select('titled.id')
            .where('titled.titleSort', 'is not', null)
            .where(({ fn }) => fn<string>('lower', ['titled.title']), '=', sql<string>`lower(${title})`),
        ),
    )
    .orderBy((eb) => eb.fn.coalesce('readProgress.updatedAt', eb.lit(0)), 'desc')
    .orderBy('book.id')
    .limit(MAX_COPIES)
    .execute();
}

/** A book of a document, while it is live and visible. */
export async function findDocumentBook(db: ReadDb, viewerScope: ViewerScope, bookId: string) {
  return openBooks(db, viewerScope).select(COLUMNS).where('book.id', '=', bookId).executeTakeFirst();
}

/** Whether the viewer may see a book, be it there or gone. */
export async function isBookVisible(db: ReadDb, viewerScope: ViewerScope, bookId: string): Promise<boolean> {
  const query = visibleBooks(db, viewerScope, { includeDeleted: true }).select('book.id').where('book.id', '=', bookId);
  return isFound(query);
}

/** The place of a user in a document. */
export async function findKoreaderPlace(db: ReadDb, userId: string, document: string) {
  return db
    .selectFrom('koreaderPlace')
    .selectAll()
    .where('userId', '=', userId)
    .where('document', '=', document)
    .executeTakeFirst();
}

/** The places of a user in a book under all its names, the latest first. */
export async function listBookKoreaderPlaces(
  db: ReadDb,
  { userId, bookId }: { readonly userId: string; readonly bookId: string },
): Promise<readonly KoreaderPlace[]> {
  return db
    .selectFrom('koreaderPlace')
    .selectAll()
    .where('bookId', '=', bookId)
    .where('userId', '=', userId)
    .orderBy('savedAt', 'desc')
    .orderBy('document')
    .limit(MAX_COPIES)
    .execute();
}

/** Stores a place over the one before. */
export async function writeKoreaderPlace(tx: Tx, place: KoreaderPlace): Promise<void> {
  const { userId: _, document: __, ...change } = place;
  await tx.write
    .insertInto('koreaderPlace')
    .values(place)
    .onConflict((conflict) => conflict.columns(['userId', 'document']).doUpdateSet(change))
    .execute();
}

/** How much is kept of one user. */
interface KeptPlaces {
  /** Documents that no book is known for. */
  readonly unknown: number;
  /** Names of one book. */
  readonly ofBook: number;
}

/** Deletes the oldest places of a user beyond the limit, of one book or of no book. */
export async function trimKoreaderPlaces(
  tx: Tx,
  { userId, bookId }: { readonly userId: string; readonly bookId: string | null },
  { unknown, ofBook }: KeptPlaces,
): Promise<void> {
  const kept = bookId === null ? unknown : ofBook;
  const surplus = await tx.read
    .selectFrom('koreaderPlace')
    .select('document')
    .where('userId', '=', userId)
    .where('bookId', bookId === null ? 'is' : '=', bookId)
    .orderBy('savedAt', 'desc')
    .orderBy('document')
    .offset(kept)
    .limit(MAX_COPIES)
    .execute();
  if (surplus.length === 0) return;
  const documents = surplus.map(({ document }) => document);
  await tx.write.deleteFrom('koreaderPlace').where('userId', '=', userId).where('document', 'in', documents).execute();
}

/** Which place was looked at last. */
export type PlaceMark = Pick<KoreaderPlace, 'userId' | 'document'>;

/** The next places without a book that now match one, by user and name; it may be hidden from the user. */
export async function listUnplaced(db: ReadDb, { userId, document }: PlaceMark, limit: number) {
  return db
    .selectFrom('koreaderPlace')
    .selectAll()
    .where('bookId', 'is', null)
    .where((eb) =>
      eb.or([eb('userId', '>', userId), eb.and([eb('userId', '=', userId), eb('document', '>', document)])]),
    )
    .where((eb) => {
      const named = (column: 'koreaderHash' | 'nameHash', name: 'document' | 'nameHash') =>
        eb.exists(
          eb
            .selectFrom('book')
            .select('book.id')
            .whereRef(`book.${column}`, '=', `koreaderPlace.${name}`)
            .where('book.state', '=', 'ready')
            .where('book.deletedAt', 'is', null),
        );
      return eb.or([named('koreaderHash', 'document'), named('nameHash', 'document'), named('nameHash', 'nameHash')]);
    })
    .orderBy('userId')
    .orderBy('document')
    .limit(limit)
    .execute();
}
