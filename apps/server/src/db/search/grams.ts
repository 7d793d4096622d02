import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../dialect.ts';
import type { Tx } from '../open.ts';

/** A text as it goes into the index. */
export interface GramRow {
  readonly id: number;
  readonly text: string;
}

/** Every three characters that follow each other, each once. */
function gramsOf(text: string): string[] {
  const letters = Array.from(text);
  const grams = new Set<string>();
  for (let index = 0; index + 3 <= letters.length; index += 1) grams.add(letters.slice(index, index + 3).join(''));
  return [...grams];
}

/** Puts texts into the index, in place of what was there under their ids. */
export async function putGrams({ kind, write }: Tx, rows: readonly GramRow[]): Promise<void> {
  if (rows.length === 0) return;
  await removeGrams(
    { kind, write },
    rows.map(({ id }) => id),
  );
  if (kind === 'sqlite') {
    const values = rows.map(({ id, text }) => sql`(${id}, ${text})`);
    await sql`insert into "searchGram" ("rowid", "text") values ${sql.join(values)}`.execute(write);
    return;
  }
  const values = rows.map(({ id, text }) => sql`(${id}::bigint, ${gramsOf(text)}::text[])`);
  await sql`insert into "searchGram" ("docId", "grams") values ${sql.join(values)}`.execute(write);
}

/** Takes texts out of the index. */
export async function removeGrams({ kind, write }: Pick<Tx, 'kind' | 'write'>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const key = sql.ref(kind === 'sqlite' ? 'rowid' : 'docId');
  await sql`delete from "searchGram" where ${key} in (${sql.join([...ids])})`.execute(write);
}

/** Takes texts out of the index that no document has. */
export async function removeStrayGrams({ kind, write }: Pick<Tx, 'kind' | 'write'>): Promise<void> {
  const key = sql.ref(kind === 'sqlite' ? 'rowid' : 'docId');
  await sql`delete from "searchGram" where ${key} not in (select "id" from "searchDoc")`.execute(write);
}

/** A string of FTS5's query language. */
function quoted(gram: string): string {
  return `"${gram.replaceAll('"', '""')}"`;
}

/**
 * What stands behind `from`: `searchDoc as doc`, only rows that have the grams of one needle of each token. A needle of them may
 * still not be there as it is. The index comes first, whatever a database takes for cheaper.
 * @param tokens needles of at least three characters
 */
export function docsWithGrams(kind: DatabaseKind, tokens: readonly (readonly string[])[]): RawBuilder<unknown> {
  const grams = tokens.map((needles) => needles.map(gramsOf));
  if (kind === 'sqlite') {
    const either = (sets: readonly (readonly string[])[]): string =>
      `(${sets.map((set) => `(${set.map(quoted).join(' AND ')})`).join(' OR ')})`;
    const query = grams.map(either).join(' AND ');
    // A cross join is not turned round.
    return sql`(select "rowid" as "docId" from "searchGram" where "searchGram" match ${query}) as "found"
      cross join "searchDoc" as "doc" on "doc"."id" = "found"."docId"`;
  }
  const tests = grams.map(
    (sets) =>
      sql`(${sql.join(
        sets.map((set) => sql`"grams" @> ${set}::text[]`),
        sql` or `,
      )})`,
  );
  return sql`(select "docId" from "searchGram" where ${sql.join(tests, sql` and `)}) as "found"
    inner join "searchDoc" as "doc" on "doc"."id" = "found"."docId"`;
}
