import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '../../open.ts';
import type { ListKind } from '../lists/shared-lists.repo.ts';

/** Something of a library that bears sharing tags, by their ids in a fixed order. */
export interface ShelvedTags {
  readonly libraryId: string;
  readonly tagIds: readonly string[];
}

/** Each library with each set of tags once. */
export function distinctShelved(shelved: readonly ShelvedTags[]): ShelvedTags[] {
  return [...new Map(shelved.map((one) => [`${one.libraryId} ${one.tagIds.join(' ')}`, one])).values()];
}

/** The series that are in a list, or whose books are, whoever may see them; with its library. */
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

/** What is in a list, whoever may see it, deleted members too: each library with each set of sharing tags once. */
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
