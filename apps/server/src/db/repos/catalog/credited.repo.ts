import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '../../open.ts';
import type { ListKind } from '../lists/shared-lists.repo.ts';
import type { ReadRow, Slice } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks } from '../rows/visibility.ts';

/** A person or publisher whom books name, as one of these books spells them. */
export type CreditedName = ReadRow<typeof listCreditedByKey>;

function visibleCredits(db: ReadDb, viewerScope: ViewerScope, of: 'person' | 'publisher') {
  return db
    .selectFrom('searchCredit')
    .where('kind', '=', of)
    .where('bookId', 'in', visibleBooks(db, viewerScope).select('book.id'));
}

/**
 * Keys of people or publishers whom books name that the viewer may see, by name without accents and case: an index has that
 * order, so that nothing is sorted or counted for it.
 */
export async function pickCreditedKeys(
  db: ReadDb,
  viewerScope: ViewerScope,
  of: 'person' | 'publisher',
  { limit, offset }: Slice,
): Promise<string[]> {
  const rows = await visibleCredits(db, viewerScope, of)
    .select('nameKey')
    .groupBy('nameKey')
    .orderBy('nameKey')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ nameKey }) => nameKey);
}

/** How many people or publishers books name that the viewer may see: looks at each of these books. */
export async function countCredited(db: ReadDb, viewerScope: ViewerScope, of: 'person' | 'publisher'): Promise<number> {
  const { count } = await visibleCredits(db, viewerScope, of)
    .select((eb) => eb.fn.count<number>('nameKey').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** People or publishers by their keys, in the order of these; whom the viewer may not see is left out. */
export async function listCreditedByKey(
  db: ReadDb,
  viewerScope: ViewerScope,
  of: 'person' | 'publisher',
  keys: readonly string[],
) {
  if (keys.length === 0) return [];
  return visibleBooks(db, viewerScope)
    .innerJoin('searchCredit', 'searchCredit.bookId', 'book.id')
    .where('searchCredit.kind', '=', of)
    .where('searchCredit.nameKey', 'in', keys)
    .select((eb) => [
      eb.fn.min<string>('searchCredit.name').as('name'),
      eb.fn.count<number>('book.id').distinct().as('bookCount'),
    ])
    .groupBy('searchCredit.nameKey')
    .orderBy('searchCredit.nameKey')
    .execute();
}

/** Something of a library that bears sharing tags, by their ids in a fixed order. */
export interface ShelvedTags {
  readonly libraryId: string;
  readonly tagIds: readonly string[];
}

/** Each library with each set of tags once. */
export function distinctShelved(shelved: readonly ShelvedTags[]): ShelvedTags[] {
  return [...new Map(shelved.map((one) => [`${one.libraryId} ${one.tagIds.join(' ')}`, one])).values()];
}

/** The series that are in a list, or whose books are, with their library. Ignores visibility. */
function shelvedSeries(db: ReadDb, kind: ListKind, id: string): RawBuilder<{ id: string; libraryId: string }> {
  return kind === 'collection'
    ? sql`(${db
        .selectFrom('collectionSeries')
        .innerJoin('series', 'series.id', 'collectionSeries.seriesId')
        .where('collectionSeries.collectionId', '=', id)
        .select(['series.id', 'series.libraryId'])
        .distinct()})`
    : sql`(${db
        .selectFrom('readListBook')
        .innerJoin('book', 'book.id', 'readListBook.bookId')
        .where('readListBook.readListId', '=', id)
        .select(['book.seriesId as id', 'book.libraryId'])
        .distinct()})`;
}

/** Distinct pairs of library and sharing tags in a list, with deleted members. Ignores visibility. */
export async function listShelved(db: ReadDb, kind: ListKind, id: string): Promise<ShelvedTags[]> {
  const shelved = shelvedSeries(db, kind, id);
  const libraries = await db
    .selectFrom(shelved.as('shelved'))
    .select((eb) => ['shelved.libraryId', eb.fn.countAll<number>().as('count')])
    .groupBy('shelved.libraryId')
    .execute();
  const tagged = await db
    .selectFrom(shelved.as('shelved'))
    .innerJoin('seriesSharingTag as link', 'link.seriesId', 'shelved.id')
    .select(['shelved.id', 'shelved.libraryId', 'link.tagId'])
    .orderBy('shelved.id')
    .orderBy('link.tagId')
    .execute();
  const series = new Map<string, { readonly libraryId: string; readonly tagIds: string[] }>();
  for (const { id: seriesId, libraryId, tagId } of tagged) {
    const known = series.get(seriesId);
    if (known === undefined) series.set(seriesId, { libraryId, tagIds: [tagId] });
    else known.tagIds.push(tagId);
  }
  const members = [...series.values()];
  const untagged = libraries.filter(
    ({ libraryId, count }) => count > members.filter((one) => one.libraryId === libraryId).length,
  );
  return distinctShelved([...members, ...untagged.map(({ libraryId }) => ({ libraryId, tagIds: [] }))]);
}
