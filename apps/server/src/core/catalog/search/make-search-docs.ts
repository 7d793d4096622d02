import { z } from 'zod';
import { groupBy } from '#core/group-by.ts';
import { encodeNames } from '#core/rules/text/search-words.ts';
import { sortKey } from '#core/rules/text/sort-key.ts';
import type { Tx } from '#db/open.ts';
import { listOwnerTerms } from '#db/repos/rows/find-terms.repo.ts';
import {
  type BookTexts,
  countCredits,
  listBookTexts,
  listKnownNames,
  listNamesInSeries,
  listTermNames,
  listOtherTitles,
  listSeriesTexts,
  NAMED,
  putCreditNames,
  putCredits,
  type SearchCredit,
} from '#db/search/search-texts.repo.ts';
import type { SearchDoc } from '#db/search/search-docs.repo.ts';
import { deriveCredits, toCreditNames } from './derive-credits.ts';
import { noteGaps } from './note-gaps.ts';

const Authors = z.array(z.object({ name: z.string() })).catch([]);

function readAuthors(json: string | null): string[] {
  return json === null ? [] : Authors.parse(JSON.parse(json)).map(({ name }) => name);
}

/** Kinds whose names are among the texts of a book. */
const IN_TEXTS: ReadonlySet<SearchCredit['kind']> = new Set(['person', 'publisher']);

function texts(...names: readonly (string | null)[]): string[] {
  return names.filter((name) => name !== null && name !== '').map(String);
}

function namesBy(rows: readonly { readonly ownerId: string; readonly name: string }[]): (ownerId: string) => string[] {
  const groups = groupBy(rows, ({ ownerId }) => ownerId);
  return (ownerId) => (groups.get(ownerId) ?? []).map(({ name }) => name);
}

async function listTerms(tx: Tx, owner: 'book' | 'series', ids: readonly string[]): Promise<(id: string) => string[]> {
  const genres = await listOwnerTerms(tx.read, 'genre', owner, ids);
  const tags = await listOwnerTerms(tx.read, 'tag', owner, ids);
  return namesBy([...genres, ...tags]);
}

function toNameDoc(kind: SearchDoc['kind'], entityId: string, name: string): SearchDoc {
  return { kind, entityId, names: encodeNames([name]), rest: '', sortKey: sortKey(name) };
}

/** Documents of people and publishers that the index does not have yet. */
async function makeNameDocs(tx: Tx, credits: readonly SearchCredit[]): Promise<SearchDoc[]> {
  const docs: SearchDoc[] = [];
  for (const kind of ['person', 'publisher'] as const) {
    const byKey = new Map(credits.filter((one) => one.kind === kind).map((one) => [one.nameKey, one.name]));
    const known = await listKnownNames(tx.read, kind, [...byKey.keys()]);
    for (const [key, name] of byKey) if (!known.has(key)) docs.push(toNameDoc(kind, key, name));
  }
  return docs;
}

/** Documents of books. Also stores the names that the books credit. */
async function makeBookDocs(tx: Tx, books: readonly BookTexts[]): Promise<SearchDoc[]> {
  if (books.length === 0) return [];
  const ids = books.map(({ id }) => id);
  const terms = await listTerms(tx, 'book', ids);
  const derived = new Map(books.map((book) => [book.id, deriveCredits(book)]));
  const docs = books.map((book): SearchDoc => {
    const people = (derived.get(book.id) ?? []).filter(({ credit }) => IN_TEXTS.has(credit.kind));
    return {
      kind: 'book',
      entityId: book.id,
      names: encodeNames(texts(book.title, book.titleSort, book.statedTitle, book.subtitle, book.originalTitle)),
      rest: encodeNames([book.seriesTitle, ...people.map(({ credit }) => credit.name), ...terms(book.id)]),
      sortKey: book.sortKey,
    };
  });
  const all = [...derived.values()].flat();
  const credits = all.map(({ credit }) => credit);
  await putCredits(tx, ids, credits);
  await putCreditNames(tx, toCreditNames(all));
  return [...docs, ...(await makeNameDocs(tx, credits))];
}

async function makeSeriesDocs(tx: Tx, ids: readonly string[]): Promise<SearchDoc[]> {
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
      ...readAuthors(series.authors),
      ...credits(series.id),
      ...terms(series.id),
    ]),
    sortKey: series.sortKey,
  }));
}

/** Entities to index. */
export interface Marked {
  readonly getIds: (kind: string) => readonly string[];
  /** Series that are marked again after these: their books are counted then. */
  readonly later: ReadonlySet<string>;
}

/** Documents of the entities that still exist. */
export async function makeSearchDocs(tx: Tx, { getIds, later }: Marked): Promise<SearchDoc[]> {
  // Books first: a series is found by the people of its books.
  const bookIds = getIds('book');
  const books = bookIds.length === 0 ? [] : await listBookTexts(tx.read, bookIds);
  const docs = await makeBookDocs(tx, books);
  const ofBooks = books.map(({ seriesId }) => seriesId);
  const whole = [...new Set([...getIds('series'), ...ofBooks])].filter((id) => !later.has(id));
  await countCredits(tx, whole);
  await noteGaps(tx, whole);
  docs.push(...(await makeSeriesDocs(tx, getIds('series'))));
  for (const kind of NAMED) {
    const ids = getIds(kind);
    const named = ids.length === 0 ? [] : await listTermNames(tx.read, kind, ids);
    docs.push(...named.map(({ id, name }) => toNameDoc(kind, id, name)));
  }
  return docs;
}
