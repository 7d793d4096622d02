import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../sql/dialect.ts';
import type { Tx } from '../open.ts';

/** Kinds of what can be found. */
export type SearchKind = 'book' | 'series' | 'genre' | 'tag' | 'person' | 'publisher' | 'collection' | 'readList';

/**
 * Three characters that say in the index of what kind a document is; no text has them. With them a search for series reads
 * nothing of the books, of which there are many more.
 */
const KIND_MARKS: Readonly<Record<SearchKind, string>> = {
  book: '#b#',
  series: '#s#',
  genre: '#g#',
  tag: '#t#',
  person: '#p#',
  publisher: '#h#',
  collection: '#c#',
  readList: '#r#',
};

/** Texts of a document as they go into the index. */
export interface GramRow {
  readonly id: number;
  readonly kind: SearchKind;
  readonly names: string;
  readonly rest: string;
}

/** Where needles are looked for: in names alone, or also in what is beside them. */
export type SearchPlace = 'names' | 'anywhere';

/** SQLite has an index for each place; PostgreSQL one with a column for each. */
function sqliteTable(place: SearchPlace): RawBuilder<unknown> {
  return sql.table(place === 'names' ? 'searchNameGram' : 'searchGram');
}

/** The tables of the index, and what each calls the number of a document. */
function tablesOf(
  kind: DatabaseKind,
): readonly { readonly table: RawBuilder<unknown>; readonly key: RawBuilder<unknown> }[] {
  if (kind === 'postgres') return [{ table: sql.table('searchGram'), key: sql.ref('docId') }];
  return (['names', 'anywhere'] as const).map((place) => ({ table: sqliteTable(place), key: sql.ref('rowid') }));
}

/** Every three characters that follow each other, each once. */
function gramsOf(text: string): string[] {
  const letters = Array.from(text);
  const grams = new Set<string>();
  for (let index = 0; index + 3 <= letters.length; index += 1) grams.add(letters.slice(index, index + 3).join(''));
  return [...grams];
}

/** More grams of a needle hardly make fewer rows, and each takes its time. */
const MAX_GRAMS = 4;
/** Fewer of the telling ones leave too many rows. */
const ENOUGH_GRAMS = 3;
/** A letter beside a gap: nearly every text has it, and reading which ones do takes longest. */
const ONE_LETTER = /^ {2}| {2}$/;

/**
 * Some of the grams of a needle that few texts have, from its beginning to its end; the text itself is looked at afterwards. Among
 * names gaps tell words from longer ones that have them inside, which are many; elsewhere letters are enough.
 */
function someGramsOf(needle: string, place: SearchPlace): string[] {
  const all = gramsOf(needle);
  const letters = place === 'names' ? [] : all.filter((gram) => !gram.includes(' '));
  const several = all.filter((gram) => !ONE_LETTER.test(gram));
  const grams = [letters, several].find(({ length }) => length >= ENOUGH_GRAMS) ?? all;
  const step = (grams.length - 1) / (MAX_GRAMS - 1);
  return step <= 1 ? grams : Array.from({ length: MAX_GRAMS }, (_, index) => grams[Math.round(index * step)] ?? '');
}

/** Puts texts into the index, in place of what was there under their ids. */
export async function putGrams({ kind, write }: Tx, rows: readonly GramRow[]): Promise<void> {
  if (rows.length === 0) return;
  await removeGrams(
    { kind, write },
    rows.map(({ id }) => id),
  );
  const marked = (row: GramRow): string => KIND_MARKS[row.kind] + row.names;
  if (kind === 'sqlite') {
    const texts = { names: marked, anywhere: (row: GramRow): string => marked(row) + row.rest };
    for (const place of ['names', 'anywhere'] as const) {
      const values = rows.map((row) => sql`(${row.id}, ${texts[place](row)})`);
      await sql`insert into ${sqliteTable(place)} ("rowid", "text") values ${sql.join(values)}`.execute(write);
    }
    return;
  }
  const values = rows.map((row) => {
    const names = gramsOf(marked(row));
    const grams = [...new Set([...names, ...gramsOf(row.rest)])];
    return sql`(${row.id}::bigint, ${names}::text[], ${grams}::text[])`;
  });
  await sql`insert into "searchGram" ("docId", "names", "grams") values ${sql.join(values)}`.execute(write);
}

/** Takes texts out of the index. */
export async function removeGrams({ kind, write }: Pick<Tx, 'kind' | 'write'>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const { table, key } of tablesOf(kind)) {
    await sql`delete from ${table} where ${key} in (${sql.join([...ids])})`.execute(write);
  }
}

/** Takes texts out of the index that no document has. */
export async function removeStrayGrams({ kind, write }: Pick<Tx, 'kind' | 'write'>): Promise<void> {
  for (const { table, key } of tablesOf(kind)) {
    await sql`delete from ${table} where ${key} not in (select "id" from "searchDoc")`.execute(write);
  }
}

/** A string of FTS5's query language. */
function quoted(gram: string): string {
  return `"${gram.replaceAll('"', '""')}"`;
}

/** What is looked for in the index. */
export interface GramSearch {
  /** Of any kind without it. */
  readonly of?: SearchKind | undefined;
  readonly place: SearchPlace;
  /** Of each word the needles, one of which is enough; each has at least three characters. */
  readonly tokens: readonly (readonly string[])[];
}

/** What stands behind `from`: `found`, whose `docId` are the documents that have the grams of one needle of each token. */
export function docIdsWithGrams(kind: DatabaseKind, { of, place, tokens }: GramSearch): RawBuilder<unknown> {
  const grams = tokens.map((needles) => needles.map((needle) => someGramsOf(needle, place)));
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
 * What stands behind `from`: `searchDoc as doc`, only rows of a kind that have the grams of one needle of each token. A needle of
 * them may still not be there as it is. The index comes first, whatever a database takes for cheaper.
 */
export function docsWithGrams(kind: DatabaseKind, search: GramSearch): RawBuilder<unknown> {
  // A cross join is not turned round.
  const join = sql.raw(kind === 'sqlite' ? 'cross join' : 'inner join');
  return sql`${docIdsWithGrams(kind, search)} ${join} "searchDoc" as "doc" on "doc"."id" = "found"."docId"`;
}
