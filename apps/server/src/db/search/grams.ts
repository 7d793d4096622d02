import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../sql/dialect.ts';

/** Kinds of documents. */
export type SearchKind = 'book' | 'series' | 'genre' | 'tag' | 'person' | 'publisher' | 'collection' | 'readList';

/** Grams that mark the kind of a document; no text contains them. A search for series then reads no books. */
export const KIND_MARKS: Readonly<Record<SearchKind, string>> = {
  book: '#b#',
  series: '#s#',
  genre: '#g#',
  tag: '#t#',
  person: '#p#',
  publisher: '#h#',
  collection: '#c#',
  readList: '#r#',
};

/** Where needles are searched: in names alone, or in all text. */
export type SearchPlace = 'names' | 'anywhere';

/** SQLite has one index for each place; PostgreSQL one table with a column for each. */
export function sqliteTable(place: SearchPlace): RawBuilder<unknown> {
  return sql.table(place === 'names' ? 'searchNameGram' : 'searchGram');
}

/** The distinct grams (three consecutive characters) of a text. */
export function listGrams(text: string): string[] {
  const letters = Array.from(text);
  const grams = new Set<string>();
  for (let index = 0; index + 3 <= letters.length; index += 1) grams.add(letters.slice(index, index + 3).join(''));
  return [...grams];
}

/** More grams hardly reduce the rows, and each costs time. */
const MAX_GRAMS = 4;
/** Fewer selective grams leave too many rows. */
const ENOUGH_GRAMS = 3;
/** One letter beside a gap: nearly every text has it. */
const ONE_LETTER = /^ {2}| {2}$/;

/**
 * A few selective grams of a needle, spread over its length; the text itself is compared afterwards. Grams with gaps
 * tell whole words from parts of longer words, which matters in names only.
 */
function pickGrams(needle: string, place: SearchPlace): string[] {
  const all = listGrams(needle);
  const letters = place === 'names' ? [] : all.filter((gram) => !gram.includes(' '));
  const several = all.filter((gram) => !ONE_LETTER.test(gram));
  const grams = [letters, several].find(({ length }) => length >= ENOUGH_GRAMS) ?? all;
  const step = (grams.length - 1) / (MAX_GRAMS - 1);
  return step <= 1 ? grams : Array.from({ length: MAX_GRAMS }, (_, index) => grams[Math.round(index * step)] ?? '');
}

function quoted(gram: string): string {
  return `"${gram.replaceAll('"', '""')}"`;
}

/** A search in the gram index. */
export interface GramSearch {
  readonly of?: SearchKind | undefined;
  readonly place: SearchPlace;
  /** For each word its needles, one of which is enough; each has at least three characters. */
  readonly tokens: readonly (readonly string[])[];
}

/** Text behind `from`: `found`, whose `docId` are documents with the grams of one needle of each token. */
export function docIdsWithGrams(kind: DatabaseKind, { of, place, tokens }: GramSearch): RawBuilder<unknown> {
  const grams = tokens.map((needles) => needles.map((needle) => pickGrams(needle, place)));
  if (kind === 'sqlite') {
    const either = (sets: readonly (readonly string[])[]): string =>
      `(${sets.map((set) => `(${set.map(quoted).join(' AND ')})`).join(' OR ')})`;
    const marks = of === undefined ? [] : [quoted(KIND_MARKS[of])];
    const query = [...marks, ...grams.map(either)].join(' AND ');
    const table = sqliteTable(place);
    return sql`(select "rowid" as "docId" from ${table} where ${table} match ${query}) as "found"`;
  }
  const column = sql.ref(place === 'names' ? 'names' : 'grams');
  const marks = of === undefined ? [] : [KIND_MARKS[of]];
  const tests = grams.map(
    (sets) =>
      sql`(${sql.join(
        sets.map((set) => sql`${column} @> ${[...marks, ...set]}::text[]`),
        sql` or `,
      )})`,
  );
  return sql`(select "docId" from "searchGram" where ${sql.join(tests, sql` and `)}) as "found"`;
}

/**
 * Text behind `from`: `searchDoc as doc`, only rows with the grams of one needle of each token; the needle itself may
 * still be missing. The index comes first, whatever the planner prefers.
 */
export function docsWithGrams(kind: DatabaseKind, search: GramSearch): RawBuilder<unknown> {
  // SQLite does not reorder a cross join.
  const join = sql.raw(kind === 'sqlite' ? 'cross join' : 'inner join');
  return sql`${docIdsWithGrams(kind, search)} ${join} "searchDoc" as "doc" on "doc"."id" = "found"."docId"`;
}
