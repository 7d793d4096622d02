import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

type Db = Kysely<unknown>;

/** Grams that mark the kinds of documents. */
const MARKS = sql`case "kind" when 'book' then '#b#' when 'series' then '#s#' when 'genre' then '#g#' when 'tag' then '#t#'
  when 'person' then '#p#' when 'publisher' then '#h#' when 'collection' then '#c#' else '#r#' end`;

async function createIndex(db: Db, name: string, text: ReturnType<typeof sql>): Promise<void> {
  const table = sql.table(name);
  await sql`create virtual table ${table} using fts5("text", content='', contentless_delete=1, detail=none,
    tokenize='trigram case_sensitive 1')`.execute(db);
  await sql`insert into ${table} ("rowid", "text") select "id", ${text} from "searchDoc"`.execute(db);
  await sql`insert into ${table} (${table}) values ('optimize')`.execute(db);
}

/**
 * A separate gram index of names: in a common one SQLite reads everything to learn that no name has a word. Both take
 * half the space. PostgreSQL has both anyway.
 */
export async function splitSearchGrams(db: Db, { kind }: ColumnTypes): Promise<void> {
  if (kind === 'postgres') return;
  await sql`drop table "searchGram"`.execute(db);
  await createIndex(db, 'searchGram', sql`${MARKS} || "names" || "rest"`);
  await createIndex(db, 'searchNameGram', sql`${MARKS} || "names"`);
}
