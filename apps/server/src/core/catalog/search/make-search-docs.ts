import { z } from 'zod';
import { groupBy } from '#core/group-by.ts';
import { encodeNames } from '#core/rules/text/search-words.ts';
import { sortKey } from '#core/rules/text/sort-key.ts';
import type { Tx } from '#db/open.ts';
import { listOwnerTerms } from '#db/repos/rows/find-terms.repo.ts';
import {
  listBookTexts,
  listKnownNames,
  listNamesInSeries,
  listTermNames,
  listOtherTitles,
  listSeriesTexts,
  NAMED,
  putCredits,
  type SearchCredit,
} from '#db/search/search-texts.repo.ts';
import type { SearchDoc } from '#db/search/search-docs.repo.ts';
import { nameKey } from '#db/sql/row-trigger.ts';

const Authors = z.array(z.object({ name: z.string() })).catch([]);

function readAuthors(json: string | null): string[] {
  return json === null ? [] : Authors.parse(JSON.parse(json)).map(({ name }) => name);
}

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

function toCredits(bookId: string, kind: SearchCredit['kind'], names: readonly string[]): SearchCredit[] {
  const credits = new Map<string, SearchCredit>();
  for (const name of names) {
    const key = nameKey(name);
    if (key !== '' && !credits.has(key)) credits.set(key, { kind, nameKey: key, bookId, name: name.trim() });
  }
  return [...credits.values()];
}

/** Documents of books. Also stores the people and publishers of the books. */
async function makeBookDocs(tx: Tx, ids: readonly string[]): Promise<SearchDoc[]> {
  if (ids.length === 0) return [];
  const books = await listBookTexts(tx.read, ids);
  const terms = await listTerms(tx, 'book', ids);
  const credits: SearchCredit[] = [];
  const docs = books.map((book): SearchDoc => {
    const people = readAuthors(book.authors);
    const publishers = texts(book.publisher, book.imprint);
    credits.push(...toCredits(book.id, 'person', people), ...toCredits(book.id, 'publisher', publishers));
    return {
      kind: 'book',
      entityId: book.id,
      names: encodeNames(texts(book.title, book.titleSort, book.statedTitle, book.subtitle, book.originalTitle)),
      rest: encodeNames([book.seriesTitle, ...people, ...publishers, ...terms(book.id)]),
      sortKey: book.sortKey,
    };
  });
  await putCredits(tx, ids, credits);
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

/** Documents of the entities that still exist. @param getIds ids of each kind of entity */
export async function makeSearchDocs(tx: Tx, getIds: (kind: string) => readonly string[]): Promise<SearchDoc[]> {
  // Books first: a series is found by the people of its books.
  const docs = await makeBookDocs(tx, getIds('book'));
  docs.push(...(await makeSeriesDocs(tx, getIds('series'))));
  for (const kind of NAMED) {
    const ids = getIds(kind);
    const named = ids.length === 0 ? [] : await listTermNames(tx.read, kind, ids);
    docs.push(...named.map(({ id, name }) => toNameDoc(kind, id, name)));
  }
  return docs;
}
