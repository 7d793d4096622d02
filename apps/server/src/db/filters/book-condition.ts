import type { BookFilterField } from '@lectern/contract';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { ConditionTree } from './condition-tree.ts';
import { ALL, compileCondition, type FieldMatch, type FilterViewer, NONE, type Predicate } from './predicates.ts';
import { creditField, namedField, namesField } from './name-fields.ts';
import {
  eitherField,
  fieldElsewhere,
  flagField,
  keyField,
  stateField,
  textField,
  valueField,
} from './field-matches.ts';

/**
 * Condition: the series is a one-shot. Its only live book says so, or lies in no folder.
 * @param seriesId in a query around it
 */
export function isOneShot(seriesId: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from "series" as "alone" where "alone"."id" = ${seriesId}
    and (select count(*) from "book" as "live"
      where "live"."seriesId" = "alone"."id" and "live"."deletedAt" is null) = 1
    and (substr("alone"."path", 1, 1) = '/' or exists (select 1 from "book" as "live"
      inner join "bookMetadata" as "said" on "said"."bookId" = "live"."id"
      where "live"."seriesId" = "alone"."id" and "live"."deletedAt" is null and "said"."bookType" = 'oneshot')))`;
}

/** The same as 0 or 1. */
export function oneShotFlag(seriesId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`case when ${isOneShot(seriesId)} then 1 else 0 end`;
}

const ID = sql.ref('book.id');
const SERIES_ID = sql.ref('book.seriesId');

function ofMetadata(field: FieldMatch): FieldMatch {
  return fieldElsewhere(
    ID,
    (condition) => sql`select "bookMetadata"."bookId" from "bookMetadata" where ${condition}`,
    field,
  );
}

function metadataText(column: string): FieldMatch {
  return ofMetadata(textField(sql.ref(`bookMetadata.${column}`)));
}

/**
 * A genre or tag of the book or its series. Only those book terms are read that the series does not have, which are
 * few.
 */
function termField(term: 'genre' | 'tag'): FieldMatch {
  const kind = term === 'genre' ? 'Genre' : 'Tag';
  const linked = (owner: 'book' | 'series') => (condition: Predicate) => {
    const links = `${owner}${kind}`;
    const beyond = owner === 'series' ? ALL : sql<SqlBool>`${sql.ref(`${links}.isBeyond`)} = 1`;
    return sql`select ${sql.ref(`${links}.${owner}Id`)} from ${sql.table(links)} where ${beyond} and
      ${sql.ref(`${links}.${term}Id`)} in (select ${sql.ref(`${term}.id`)} from ${sql.table(term)} where ${condition})`;
  };
  const key = keyField(sql.ref(`${term}.nameKey`));
  return eitherField(fieldElsewhere(SERIES_ID, linked('series'), key), fieldElsewhere(ID, linked('book'), key));
}

function readBooks(userId: string, condition: Predicate): Predicate {
  return sql`${ID} in (select "readProgress"."bookId" from "readProgress"
    where "readProgress"."userId" = ${userId} and ${condition})`;
}

function readStates({ userId }: FilterViewer): ReadonlyMap<string, Predicate> {
  return new Map([
    ['unread', sql<SqlBool>`not ${readBooks(userId, sql`1 = 1`)}`],
    ['in_progress', readBooks(userId, sql`"readProgress"."completed" = 0`)],
    ['read', readBooks(userId, sql`"readProgress"."completed" = 1`)],
  ]);
}

/**
 * Filter fields of books beyond the main API. `givenCover` tests for source, and `selected`, `other` or nothing;
 * `released` is a day as a number, `20260131`; `named` tests for a kind of credit, the key of the name, and a role or ''.
 */
export type BookTestField =
  | BookFilterField
  | 'readListId'
  | 'deleted'
  | 'oneShot'
  | 'named'
  | 'released'
  | 'state'
  | 'fileFormat'
  | 'credit'
  | 'givenCover'
  | 'nothing';

/** The release day of a book; a missing month or day counts as 1. */
export const RELEASED = sql`"bookMetadata"."year" * 10000 + coalesce("bookMetadata"."month", 1) * 100
  + coalesce("bookMetadata"."day", 1)`;

/** A cover from one source, shown or not unless `which` says so. */
function givenCover([source = '', which = '']: readonly (string | number)[]): Predicate {
  const shown = which === '' ? ALL : sql<SqlBool>`"cover"."isSelected" = ${which === 'selected' ? 1 : 0}`;
  return sql`${ID} in (select "cover"."bookId" from "cover"
    where "cover"."bookId" is not null and "cover"."source" = ${source} and ${shown})`;
}

const FIELDS: Readonly<Record<BookTestField, FieldMatch>> = {
  readListId: fieldElsewhere(
    ID,
    (condition) => sql`select "readListBook"."bookId" from "readListBook" where ${condition}`,
    valueField(sql.ref('readListBook.readListId')),
  ),
  deleted: flagField(sql`${sql.ref('book.deletedAt')} is not null`),
  oneShot: flagField(isOneShot(SERIES_ID)),
  named: fieldElsewhere(
    ID,
    (condition) => sql`select "searchCredit"."bookId" from "searchCredit" where ${condition}`,
    namedField,
  ),
  released: ofMetadata(valueField(RELEASED)),
  state: valueField(sql.ref('book.state')),
  fileFormat: valueField(sql.ref('book.fileFormat')),
  credit: ofMetadata(creditField(sql.ref('bookMetadata.authors'))),
  givenCover: (test) => (test.kind === 'among' ? givenCover(test.values) : NONE),
  nothing: () => NONE,
  libraryId: valueField(sql.ref('book.libraryId')),
  seriesId: valueField(SERIES_ID),
  genre: termField('genre'),
  tag: termField('tag'),
  title: textField(sql.ref('book.title')),
  titleSort: textField(sql`coalesce(${sql.ref('book.titleSort')}, ${sql.ref('book.title')})`),
  seriesName: fieldElsewhere(
    SERIES_ID,
    (condition) => sql`select "series"."id" from "series" where ${condition}`,
    textField(sql.ref('series.title')),
  ),
  summary: metadataText('summary'),
  author: ofMetadata(namesField(sql.ref('bookMetadata.authors'))),
  publisher: metadataText('publisher'),
  imprint: metadataText('imprint'),
  language: metadataText('languageIso'),
  isbn: metadataText('isbns'),
  bookType: metadataText('bookType'),
  format: textField(sql.ref('book.fileFormat')),
  path: textField(sql.ref('book.path')),
  readStatus: stateField(readStates),
  hasError: flagField(
    sql`${ID} in (select "bookError"."bookId" from "bookError" where "bookError"."ignoredAt" is null)`,
  ),
  analyzed: flagField(sql`${sql.ref('book.state')} = 'ready'`),
  inReadList: flagField(sql`${ID} in (select "readListBook"."bookId" from "readListBook")`),
  wantToRead: (_test, { userId }) => sql`${ID} in (select "wantToRead"."bookId" from "wantToRead"
    where "wantToRead"."userId" = ${userId} and "wantToRead"."bookId" is not null)`,
  number: valueField(sql.ref('book.numberSort')),
  volume: valueField(sql.ref('book.volume')),
  chapter: valueField(sql.ref('book.chapter')),
  year: ofMetadata(valueField(sql.ref('bookMetadata.year'))),
  pageCount: valueField(sql.ref('book.pageCount')),
  fileSize: valueField(sql.ref('book.fileSize')),
  dateAdded: valueField(sql.ref('book.createdAt')),
  dateUpdated: valueField(sql.ref('book.updatedAt')),
  dateRead: (test, viewer) => readBooks(viewer.userId, valueField(sql.ref('readProgress.updatedAt'))(test, viewer)),
};

/** A condition for the `where` of a query on `book`. */
export function bookCondition(tree: ConditionTree<BookTestField>, viewer: FilterViewer): Predicate {
  return compileCondition(tree, FIELDS, viewer);
}
