import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { groupBy } from '#core/group-by.ts';
import { BREAK, encodeNames, GAP } from '#core/rules/text/search-words.ts';
import { sortKey } from '#core/rules/text/sort-key.ts';
import type { Database, Tx } from '#db/open.ts';
import { listTermsOf } from '#db/repos/rows/terms.repo.ts';
import { deleteSearchMarks, listSearchMarks, type SearchMark } from '#db/search/search-marks.repo.ts';
import {
  listBookTexts,
  listKnownNames,
  listNamesInSeries,
  listNamesOf,
  listOtherTitles,
  listSeriesTexts,
  NAMED,
  putCredits,
  type SearchCredit,
} from '#db/search/search-texts.repo.ts';
import { listNewWords, putWords } from '#db/search/search-words.repo.ts';
import { putDocs, removeDocs, type SearchDoc } from '#db/search/search-docs.repo.ts';
import { lockFor } from '#db/sql/dialect.ts';
import { nameKey } from '#db/sql/row-trigger.ts';
import { wordGrams } from './correct-spelling.ts';
import { indexHold } from './index-hold.ts';

const Authors = z.array(z.object({ name: z.string() })).catch([]);
const LETTERS = /^\p{L}[\p{L}\p{M}]*$/u;

function authorsIn(json: string | null): string[] {
  return json === null ? [] : Authors.parse(JSON.parse(json)).map(({ name }) => name);
}

function texts(...names: readonly (string | null)[]): string[] {
  return names.filter((name) => name !== null && name !== '').map(String);
}

type Owned = readonly { readonly ownerId: string; readonly name: string }[];

function namesBy(rows: Owned): (ownerId: string) => string[] {
  const groups = groupBy(rows, ({ ownerId }) => ownerId);
  return (ownerId) => (groups.get(ownerId) ?? []).map(({ name }) => name);
}

async function listTerms(tx: Tx, owner: 'book' | 'series', ids: readonly string[]): Promise<(id: string) => string[]> {
  const genres = await listTermsOf(tx.read, 'genre', owner, ids);
  const tags = await listTermsOf(tx.read, 'tag', owner, ids);
  return namesBy([...genres, ...tags]);
}

/** Documents of people and publishers who were not known. */
async function docsOfNames(tx: Tx, credits: readonly SearchCredit[]): Promise<SearchDoc[]> {
  const docs: SearchDoc[] = [];
  for (const kind of ['person', 'publisher'] as const) {
    const byKey = new Map(credits.filter((one) => one.kind === kind).map((one) => [one.nameKey, one.name]));
    const known = await listKnownNames(tx.read, kind, [...byKey.keys()]);
    for (const [key, name] of byKey) {
      if (known.has(key)) continue;
      docs.push({ kind, entityId: key, names: encodeNames([name]), rest: '', sortKey: sortKey(name) });
    }
  }
  return docs;
}

function creditsOf(bookId: string, kind: SearchCredit['kind'], names: readonly string[]): SearchCredit[] {
  const credits = new Map<string, SearchCredit>();
  for (const name of names) {
    const key = nameKey(name);
    if (key !== '' && !credits.has(key)) credits.set(key, { kind, nameKey: key, bookId, name: name.trim() });
  }
  return [...credits.values()];
}

async function indexBooks(tx: Tx, ids: readonly string[]): Promise<SearchDoc[]> {
  if (ids.length === 0) return [];
  const books = await listBookTexts(tx.read, ids);
  const terms = await listTerms(tx, 'book', ids);
  const credits: SearchCredit[] = [];
  const docs = books.map((book): SearchDoc => {
    const people = authorsIn(book.authors);
    const publishers = texts(book.publisher, book.imprint);
    credits.push(...creditsOf(book.id, 'person', people), ...creditsOf(book.id, 'publisher', publishers));
    return {
      kind: 'book',
      entityId: book.id,
      names: encodeNames(texts(book.title, book.titleSort, book.statedTitle, book.subtitle, book.originalTitle)),
      rest: encodeNames([book.seriesTitle, ...people, ...publishers, ...terms(book.id)]),
      sortKey: book.sortKey,
    };
  });
  await putCredits(tx, ids, credits);
  return [...docs, ...(await docsOfNames(tx, credits))];
}

async function indexSeries(tx: Tx, ids: readonly string[]): Promise<SearchDoc[]> {
  if (ids.length === 0) return [];
  const terms = await listTerms(tx, 'series', ids);
  const others = namesBy(await listOtherTitles(tx.read, ids));
  const credits = namesBy(await listNamesInSeries(tx.read, ids));
  return (await listSeriesTexts(tx.read, ids)).map((series) => ({
    kind: 'series',
    entityId: series.id,
    names: encodeNames([...texts(series.title, series.titleSort), ...others(series.id)]),
    rest: encodeNames([
      ...texts(series.name, series.publisher, series.imprint),
      ...authorsIn(series.authors),
      ...credits(series.id),
      ...terms(series.id),
    ]),
    sortKey: series.sortKey,
  }));
}

async function indexNamed(tx: Tx, kind: (typeof NAMED)[number], ids: readonly string[]): Promise<SearchDoc[]> {
  if (ids.length === 0) return [];
  const named = await listNamesOf(tx.read, kind, ids);
  return named.map(({ id, name }) => ({
    kind,
    entityId: id,
    names: encodeNames([name]),
    rest: '',
    sortKey: sortKey(name),
  }));
}

/** Remembers the words of letters in texts, so that misspelt ones are found. */
async function rememberWords(tx: Tx, docs: readonly SearchDoc[]): Promise<void> {
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

/** Documents of one batch of marks; those without a row any more are deleted. */
async function settle(tx: Tx, marked: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const idsOf = (kind: string): readonly string[] => marked.get(kind) ?? [];
  const ofBooks = await indexBooks(tx, idsOf('book'));
  const ofSeries = await indexSeries(tx, idsOf('series'));
  const docs = [...ofBooks, ...ofSeries];
  for (const kind of NAMED) docs.push(...(await indexNamed(tx, kind, idsOf(kind))));
  const there = new Set(docs.map(({ entityId }) => entityId));
  for (const kind of ['book', 'series', ...NAMED] as const) {
    await removeDocs(
      tx,
      kind,
      idsOf(kind).filter((id) => !there.has(id)),
    );
  }
  await putDocs(tx, docs);
  await rememberWords(tx, docs);
}

/** Marks that are looked at for one document: what changes at once is often marked several times. */
const MARKS_A_DOCUMENT = 8;

/**
 * The oldest marks, as many as tell of so many things. None is taken before an older one: a series is found by what its books name,
 * which is known once these have been dealt with, and is marked after each of them.
 */
function firstFew(marks: readonly SearchMark[], limit: number): readonly SearchMark[] {
  const things = new Set<string>();
  const end = marks.findIndex(({ kind, entityId }) => things.add(`${kind} ${entityId}`).size > limit);
  return end === -1 ? marks : marks.slice(0, end);
}

/**
 * Brings the index in line with what the oldest marks tell of, in one transaction: a killed process leaves the marks, and
 * nothing else.
 * @param limit documents at most
 * @returns whether there may be more marks
 */
export async function applyIndexChanges({ db }: { readonly db: Database }, limit: number): Promise<boolean> {
  return await db.transaction(async (tx) => {
    await lockFor(tx.kind, tx.write, 'search');
    const oldest = await listSearchMarks(tx.read, limit * MARKS_A_DOCUMENT);
    const marks = firstFew(oldest, limit);
    const byKind = groupBy(marks, ({ kind }) => kind);
    const ids = [...byKind].map(([kind, rows]) => [kind, [...new Set(rows.map(({ entityId }) => entityId))]] as const);
    await settle(tx, new Map(ids));
    await deleteSearchMarks(
      tx,
      marks.map(({ id }) => id),
    );
    return marks.length < oldest.length || oldest.length === limit * MARKS_A_DOCUMENT;
  });
}

/** Documents of one transaction: some milliseconds of work. */
const SETTLE_BATCH = 50;
/** So many batches does a search wait for. */
const PATIENCE = 5;

/**
 * Brings the index in line with what was changed before; of many changes only a part, because a search waits for it.
 * @param batches transactions at most
 */
export async function applyPendingIndexChanges({ db }: { readonly db: Database }, batches = PATIENCE): Promise<void> {
  indexHold.noteSearch();
  const [first] = await listSearchMarks(db.read, 1);
  if (first === undefined) return;
  for (let batch = 0; batch < batches; batch += 1) {
    if (!(await applyIndexChanges({ db }, SETTLE_BATCH))) return;
    // Requests that came meanwhile go first.
    await nextTurn();
  }
}
