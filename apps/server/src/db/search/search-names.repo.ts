import { sql } from 'kysely';
import type { ReadDb } from '../open.ts';
import { type Beholder, visibleBooks, visibleSeries } from '../repos/visibility.ts';
import type { DatabaseKind } from '../dialect.ts';
import { matchingDocs, rankDocs, type SearchQuery } from './search-query.ts';

/** What is looked for among names, and where. */
export interface NameSearch {
  readonly kind: DatabaseKind;
  readonly query: SearchQuery;
  readonly libraryId?: string | undefined;
}

/** A person or publisher whom books name that the beholder may see, as one of these books spells them. */
export interface FoundName {
  readonly name: string;
  readonly bookCount: number;
}

/** A genre or tag of series that the beholder may see. */
export interface FoundTerm {
  readonly id: string;
  readonly name: string;
  readonly seriesCount: number;
}

function creditedBooks(
  db: ReadDb,
  beholder: Beholder,
  of: 'person' | 'publisher',
  { kind, query, libraryId }: NameSearch,
) {
  return visibleBooks(db, beholder)
    .innerJoin('searchCredit', 'searchCredit.bookId', 'book.id')
    .innerJoin('searchDoc as doc', (join) =>
      join.onRef('doc.entityId', '=', 'searchCredit.nameKey').onRef('doc.kind', '=', 'searchCredit.kind'),
    )
    .where('doc.kind', '=', of)
    .where(sql<boolean>`"doc"."id" in (select "doc"."id" from ${matchingDocs(kind, of, query)})`)
    .$if(libraryId !== undefined, (books) => books.where('book.libraryId', '=', libraryId ?? ''));
}

/** People or publishers by name, best first; those alike by name. */
export async function searchCredited(
  db: ReadDb,
  beholder: Beholder,
  of: 'person' | 'publisher',
  search: NameSearch & { readonly limit: number },
): Promise<FoundName[]> {
  return await creditedBooks(db, beholder, of, search)
    .select((eb) => [
      eb.fn.min<string>('searchCredit.name').as('name'),
      eb.fn.count<number>('book.id').distinct().as('bookCount'),
    ])
    .groupBy('doc.id')
    .orderBy(rankDocs(search.kind, search.query))
    .orderBy('doc.sortKey')
    .orderBy('doc.entityId')
    .limit(search.limit)
    .execute();
}

/** How many those are. */
export async function countCredited(
  db: ReadDb,
  beholder: Beholder,
  of: 'person' | 'publisher',
  search: NameSearch,
): Promise<number> {
  const row = await creditedBooks(db, beholder, of, search)
    .select((eb) => eb.fn.count<number>('doc.id').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

function seriesWithTerm(db: ReadDb, beholder: Beholder, of: 'genre' | 'tag', search: NameSearch) {
  const { kind, query, libraryId } = search;
  const links = of === 'genre' ? 'seriesGenre' : 'seriesTag';
  const linked = sql`(select "seriesId", ${sql.ref(`${of}Id`)} as "termId" from ${sql.table(links)})`;
  return visibleSeries(db, beholder)
    .innerJoin(linked.$castTo<{ seriesId: string; termId: string }>().as('link'), 'link.seriesId', 'series.id')
    .innerJoin(`${of} as term`, 'term.id', 'link.termId')
    .innerJoin('searchDoc as doc', 'doc.entityId', 'term.id')
    .where('doc.kind', '=', of)
    .where(sql<boolean>`"doc"."id" in (select "doc"."id" from ${matchingDocs(kind, of, query)})`)
    .$if(libraryId !== undefined, (series) => series.where('series.libraryId', '=', libraryId ?? ''));
}

/** Genres or tags by name, best first; those alike by name. */
export async function searchTerms(
  db: ReadDb,
  beholder: Beholder,
  of: 'genre' | 'tag',
  search: NameSearch & { readonly limit: number },
): Promise<FoundTerm[]> {
  return await seriesWithTerm(db, beholder, of, search)
    .select((eb) => ['term.id', 'term.name', eb.fn.count<number>('series.id').distinct().as('seriesCount')])
    .groupBy(['doc.id', 'term.id', 'term.name'])
    .orderBy(rankDocs(search.kind, search.query))
    .orderBy('doc.sortKey')
    .orderBy('doc.entityId')
    .limit(search.limit)
    .execute();
}

/** How many those are. */
export async function countTerms(
  db: ReadDb,
  beholder: Beholder,
  of: 'genre' | 'tag',
  search: NameSearch,
): Promise<number> {
  const row = await seriesWithTerm(db, beholder, of, search)
    .select((eb) => eb.fn.count<number>('doc.id').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}
