import { setImmediate as nextTurn } from 'node:timers/promises';
import { groupBy } from '#core/group-by.ts';
import { BREAK, GAP } from '#core/rules/text/search-words.ts';
import type { Database, Tx } from '#db/open.ts';
import { deleteSearchMarks, listSearchMarks, type SearchMark } from '#db/search/search-marks.repo.ts';
import { listNewWords, putWords } from '#db/search/search-words.repo.ts';
import { NAMED } from '#db/search/search-texts.repo.ts';
import { putDocs, removeDocs, type SearchDoc } from '#db/search/search-docs.repo.ts';
import { lockFor } from '#db/sql/dialect.ts';
import { wordGrams } from './correct-spelling.ts';
import { indexHold } from './index-hold.ts';
import { makeSearchDocs } from './make-search-docs.ts';

const LETTERS = /^\p{L}[\p{L}\p{M}]*$/u;

/** Indexes the words of documents for the correction of spelling. */
async function putSpelling(tx: Tx, docs: readonly SearchDoc[]): Promise<void> {
  const words = new Set<string>();
  for (const { names, rest } of docs) {
    for (const word of (names + rest).split(BREAK).flatMap((line) => line.split(GAP))) {
      if (LETTERS.test(word)) words.add(word);
    }
  }
  const firsts = [...words].flatMap((word) => wordGrams(word).slice(0, 1));
  const unknown = await listNewWords(tx.read, firsts);
  await putWords(tx, [...unknown].flatMap(wordGrams));
}

/**
 * Writes the documents of marked entities, and deletes those of entities that are gone.
 * @param next the marks behind these, as far as they are known
 */
async function applyMarks(tx: Tx, marks: readonly SearchMark[], next: readonly SearchMark[]): Promise<void> {
  const byKind = groupBy(marks, ({ kind }) => kind);
  const getIds = (kind: string): string[] => [...new Set(byKind.get(kind)?.map(({ entityId }) => entityId))];
  const later = new Set(next.filter(({ kind }) => kind === 'series').map(({ entityId }) => entityId));
  const docs = await makeSearchDocs(tx, { getIds, later });
  const live = new Set(docs.map(({ entityId }) => entityId));
  for (const kind of ['book', 'series', ...NAMED] as const) {
    const gone = getIds(kind).filter((id) => !live.has(id));
    await removeDocs(tx, kind, gone);
  }
  await putDocs(tx, docs);
  await putSpelling(tx, docs);
}

/** Marks read for each document: an entity is often marked several times at once. */
const MARKS_A_DOCUMENT = 8;

/** The oldest marks, of at most `limit` entities. They stay in order: a series is marked again after each of its books. */
function firstFew(marks: readonly SearchMark[], limit: number): readonly SearchMark[] {
  const entities = new Set<string>();
  const end = marks.findIndex(({ kind, entityId }) => entities.add(`${kind} ${entityId}`).size > limit);
  return end === -1 ? marks : marks.slice(0, end);
}

/**
 * Applies the oldest marks to the search index and deletes them, in one transaction.
 * @param limit documents at most
 * @returns whether there may be more marks
 */
export async function applyIndexChanges({ db }: { readonly db: Database }, limit: number): Promise<boolean> {
  return await db.transaction(async (tx) => {
    await lockFor(tx.kind, tx.write, 'search');
    const oldest = await listSearchMarks(tx.read, limit * MARKS_A_DOCUMENT);
    const marks = firstFew(oldest, limit);
    await applyMarks(tx, marks, oldest.slice(marks.length));
    const ids = marks.map(({ id }) => id);
    await deleteSearchMarks(tx, ids);
    return marks.length < oldest.length || oldest.length === limit * MARKS_A_DOCUMENT;
  });
}

/** Documents of one transaction: some milliseconds. */
const BATCH = 50;
/** A search waits for this many transactions at most. */
const MAX_BATCHES = 5;

/** Applies pending marks before a search; of very many only the first. */
export async function applyPendingIndexChanges({ db }: { readonly db: Database }): Promise<void> {
  indexHold.noteSearch();
  const [first] = await listSearchMarks(db.read, 1);
  if (first === undefined) return;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    if (!(await applyIndexChanges({ db }, BATCH))) return;
    // Waiting requests go first.
    await nextTurn();
  }
}
