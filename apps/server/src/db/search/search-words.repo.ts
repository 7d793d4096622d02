import { sql } from 'kysely';
import { chunked } from '../sql/dialect.ts';
import type { ReadDb, Tx } from '../open.ts';

/** One gram of a word of the catalog. */
export interface WordGram {
  readonly gram: string;
  readonly length: number;
  readonly word: string;
}

const INSERT_ROWS = 2_000;

/** Those of the words that are not stored yet. */
export async function listNewWords(db: ReadDb, words: readonly WordGram[]): Promise<ReadonlySet<string>> {
  const found = new Set(words.map(({ word }) => word));
  for (const some of chunked(words)) {
    const keys = some.map(({ gram, length, word }) => sql`(${gram}, cast(${length} as integer), ${word})`);
    const query = db
      .selectFrom('searchWord')
      .select('word')
      .where(sql<boolean>`("gram", "length", "word") in (values ${sql.join(keys)})`);
    for (const { word } of await query.execute()) found.delete(word);
  }
  return found;
}

/** Stores words of the catalog. */
export async function putWords(tx: Tx, grams: readonly WordGram[]): Promise<void> {
  for (let from = 0; from < grams.length; from += INSERT_ROWS) {
    await tx.write
      .insertInto('searchWord')
      .values(grams.slice(from, from + INSERT_ROWS))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Which similar words are wanted. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
  readonly least: number;
}

/** Words that share grams, unordered. */
export async function listSimilarWords(
  db: ReadDb,
  grams: readonly string[],
  { from, to, least }: WordRange,
): Promise<string[]> {
  const rows = await db
    .selectFrom('searchWord')
    .select('word')
    .where('gram', 'in', grams)
    .where('length', '>=', from)
    .where('length', '<=', to)
    .groupBy('word')
    .having((eb) => eb.fn.countAll<number>(), '>=', least)
    .execute();
  return rows.map(({ word }) => word);
}
