import type { SeriesFilterField } from '@lectern/contract';
import { type SqlBool, sql } from 'kysely';
import { COUNTED_RATING } from '../repos/rows/ratings.repo.ts';
import { isOneShot, RELEASED } from './book-condition.ts';
import type { ConditionTree } from './condition-tree.ts';
import { ALL, compileCondition, type FieldMatch, type FilterViewer, NONE, type Predicate } from './predicates.ts';
import { creditField, namedField, namesField } from './name-fields.ts';
import {
  eitherField,
  fieldElsewhere,
  flagField,
  keyField,
  knownField,
  stateField,
  textField,
  valueField,
} from './field-matches.ts';

const ID = sql.ref('series.id');

function termField(term: 'genre' | 'tag'): FieldMatch {
  const links = `series${term === 'genre' ? 'Genre' : 'Tag'}`;
  return fieldElsewhere(
    ID,
    (condition) => sql`select ${sql.ref(`${links}.seriesId`)} from ${sql.table(links)}
      where ${sql.ref(`${links}.${term}Id`)} in
      (select ${sql.ref(`${term}.id`)} from ${sql.table(term)} where ${condition})`,
    keyField(sql.ref(`${term}.nameKey`)),
  );
}

/** Series with a live book that passes; the condition may use `book` and the joined tables. */
function withBook(joined: string, condition: Predicate): Predicate {
  return sql`${ID} in (select "book"."seriesId" from "book" ${sql.raw(joined)}
    where "book"."deletedAt" is null and ${condition})`;
}

/** Series with a live book that the viewer has begun, whose group passes a condition on the progress. */
function readSeries(userId: string, condition: Predicate): Predicate {
  return sql`${ID} in (select "book"."seriesId" from "readProgress"
    inner join "book" on "book"."id" = "readProgress"."bookId"
    where "readProgress"."userId" = ${userId} and "book"."deletedAt" is null
    group by "book"."seriesId" having ${condition})`;
}

/** `read`: every live book is; `in_progress`: some book was begun, but not all are read. */
function readStates({ userId }: FilterViewer): ReadonlyMap<string, Predicate> {
  const begun = readSeries(userId, ALL);
  const finished = readSeries(
    userId,
    sql`sum("readProgress"."completed") = (select count(*) from "book" as "all"
      where "all"."seriesId" = "book"."seriesId" and "all"."deletedAt" is null)`,
  );
  return new Map([
    ['unread', sql<SqlBool>`not ${begun}`],
    ['in_progress', sql<SqlBool>`(${begun} and not ${finished})`],
    ['read', finished],
  ]);
}

/** Series whose rating by the viewer passes. */
function rated(userId: string, condition: Predicate): Predicate {
  return sql`${ID} in (select "seriesRating"."seriesId" from "seriesRating"
    where "seriesRating"."userId" = ${userId} and ${condition})`;
}

const BOOK_COUNT = sql`(select count(*) from "book" where "book"."seriesId" = ${ID} and "book"."deletedAt" is null)`;
const METADATA = 'inner join "bookMetadata" on "bookMetadata"."bookId" = "book"."id"';

/** Filter fields of series beyond the main API; `released` is the first day of any book, `20260131`; `named` is as of books. */
export type SeriesTestField =
  | SeriesFilterField
  | 'collectionId'
  | 'deleted'
  | 'oneShot'
  | 'released'
  | 'changed'
  | 'credit'
  | 'named'
  | 'nothing';

const FIELDS: Readonly<Record<SeriesTestField, FieldMatch>> = {
  collectionId: fieldElsewhere(
    ID,
    (condition) => sql`select "collectionSeries"."seriesId" from "collectionSeries" where ${condition}`,
    valueField(sql.ref('collectionSeries.collectionId')),
  ),
  deleted: flagField(
    sql`not exists (select 1 from "book" where "book"."seriesId" = ${ID} and "book"."deletedAt" is null)`,
  ),
  oneShot: flagField(isOneShot(ID)),
  released: valueField(
    sql`(select min(${RELEASED}) from "book" ${sql.raw(METADATA)}
      where "book"."seriesId" = ${ID} and "book"."deletedAt" is null)`,
  ),
  credit: eitherField(creditField(sql.ref('series.authors')), (test, viewer) =>
    withBook(METADATA, creditField(sql.ref('bookMetadata.authors'))(test, viewer)),
  ),
  named: (test, viewer) =>
    withBook('inner join "searchCredit" on "searchCredit"."bookId" = "book"."id"', namedField(test, viewer)),
  changed: flagField(sql`${sql.ref('series.updatedAt')} > ${sql.ref('series.createdAt')}`),
  nothing: () => NONE,
  libraryId: valueField(sql.ref('series.libraryId')),
  genre: termField('genre'),
  tag: termField('tag'),
  sharingTag: fieldElsewhere(
    ID,
    (condition) => sql`select "seriesSharingTag"."seriesId" from "seriesSharingTag"
      inner join "sharingTag" on "sharingTag"."id" = "seriesSharingTag"."tagId" where ${condition}`,
    keyField(sql.ref('sharingTag.nameKey')),
  ),
  name: textField(sql.ref('series.title')),
  titleSort: textField(sql`coalesce(${sql.ref('series.titleSort')}, ${sql.ref('series.title')})`),
  summary: textField(sql.ref('series.summary')),
  author: eitherField(namesField(sql.ref('series.authors')), (test, viewer) =>
    withBook(METADATA, namesField(sql.ref('bookMetadata.authors'))(test, viewer)),
  ),
  publisher: textField(sql.ref('series.publisher')),
  imprint: textField(sql.ref('series.imprint')),
  language: textField(sql.ref('series.language')),
  status: textField(sql.ref('series.status')),
  readingDirection: textField(sql.ref('series.readingDirection')),
  // A file in the root is its own series, stored under its name: it has no folder.
  path: textField(
    sql`case when substr(${sql.ref('series.path')}, 1, 1) = '/' then '' else ${sql.ref('series.path')} end`,
  ),
  readStatus: stateField(readStates),
  hasError: flagField(
    withBook(
      'inner join "bookError" on "bookError"."bookId" = "book"."id"',
      sql<SqlBool>`"bookError"."ignoredAt" is null`,
    ),
  ),
  completion: knownField(
    sql`${BOOK_COUNT} >= ${sql.ref('series.totalVolumeCount')}`,
    sql`${sql.ref('series.totalVolumeCount')} is not null`,
  ),
  hasGaps: flagField(sql`${sql.ref('series.hasGaps')} = 1`),
  hasExternalSourceId: flagField(
    sql`${ID} in (select "externalId"."seriesId" from "externalId" where "externalId"."seriesId" is not null)`,
  ),
  hasUserRating: (_test, viewer) => rated(viewer.userId, ALL),
  isTracked: flagField(
    sql`${ID} in (select "releaseTracking"."seriesId" from "releaseTracking" where "releaseTracking"."tracked" = 1)`,
  ),
  inCollection: flagField(sql`${ID} in (select "collectionSeries"."seriesId" from "collectionSeries")`),
  wantToRead: (_test, { userId }) => sql`${ID} in (select "wantToRead"."seriesId" from "wantToRead"
    where "wantToRead"."userId" = ${userId} and "wantToRead"."seriesId" is not null)`,
  userRating: (test, viewer) => rated(viewer.userId, valueField(sql.ref('seriesRating.rating'))(test, viewer)),
  communityRating: valueField(
    sql`(select avg("seriesRating"."rating") from "seriesRating" where "seriesRating"."seriesId" = ${ID} and ${COUNTED_RATING})`,
  ),
  ageRating: valueField(sql.ref('series.ageRating')),
  year: valueField(sql.ref('series.year')),
  bookCount: valueField(BOOK_COUNT),
  totalVolumeCount: valueField(sql.ref('series.totalVolumeCount')),
  totalChapterCount: valueField(sql.ref('series.totalChapterCount')),
  dateAdded: valueField(sql.ref('series.createdAt')),
  dateUpdated: valueField(sql.ref('series.updatedAt')),
  dateRead: (test, viewer) => readSeries(viewer.userId, valueField(sql`max("readProgress"."updatedAt")`)(test, viewer)),
};

/** A condition for the `where` of a query on `series`. */
export function seriesCondition(tree: ConditionTree<SeriesTestField>, viewer: FilterViewer): Predicate {
  return compileCondition(tree, FIELDS, viewer);
}
