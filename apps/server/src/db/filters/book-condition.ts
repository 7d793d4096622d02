import type { BookFilterField } from '@lectern/contract';
import { type SqlBool, sql } from 'kysely';
import type { ConditionTree } from './condition-tree.ts';
import {
  compileCondition,
  eitherField,
  type FieldMatch,
  fieldElsewhere,
  type FilterViewer,
  flagField,
  keyField,
  namesField,
  type Predicate,
  stateField,
  textField,
  valueField,
} from './field-matches.ts';

const ID = sql.ref('book.id');
const SERIES_ID = sql.ref('book.seriesId');

/** A column of the book's metadata. */
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

/** A genre or tag that the book or its series has (decision C21). */
function termField(term: 'genre' | 'tag'): FieldMatch {
  const kind = term === 'genre' ? 'Genre' : 'Tag';
  const linked = (owner: 'book' | 'series') => (condition: Predicate) => {
    const links = sql.ref(`${owner}${kind}.${owner}Id`);
    return sql`select ${links} from ${sql.table(`${owner}${kind}`)} where ${sql.ref(`${owner}${kind}.${term}Id`)} in
      (select ${sql.ref(`${term}.id`)} from ${sql.table(term)} where ${condition})`;
  };
  const key = keyField(sql.ref(`${term}.nameKey`));
  return eitherField(fieldElsewhere(ID, linked('book'), key), fieldElsewhere(SERIES_ID, linked('series'), key));
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

const FIELDS: Readonly<Record<BookFilterField, FieldMatch>> = {
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
  path: textField(
    sql`(select "library"."path" from "library" where "library"."id" = ${sql.ref('book.libraryId')}) || '/' || ${sql.ref('book.path')}`,
  ),
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

/** A condition as part of the `where` of a query that has `book`. */
export function bookCondition(tree: ConditionTree<BookFilterField>, viewer: FilterViewer): Predicate {
  return compileCondition(tree, FIELDS, viewer);
}
