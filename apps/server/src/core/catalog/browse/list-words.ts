import { z } from 'zod';
import { type Credit, dialectRole, ownRole } from '#core/rules/metadata/credits.ts';
import type { Viewer } from '#core/viewer.ts';
import type { BookTestField } from '#db/filters/book-condition.ts';
import type { ConditionTree } from '#db/filters/condition-tree.ts';
import type { Database } from '#db/open.ts';
import {
  countCredited,
  type CreditedName,
  listCreditedByKey,
  pickCreditedKeys,
} from '#db/repos/catalog/credited.repo.ts';
import {
  pickWords,
  type Word,
  type WordList,
  type WordScope,
  type WordsWanted,
} from '#db/repos/catalog/komga-words.repo.ts';
import { sightName } from '#db/repos/rows/viewer-scope.ts';
import { nameKey } from '#db/sql/row-trigger.ts';
import type { FilteredLists } from './filtered-lists.ts';
import type { ListContext } from './list-books.ts';
import type { Listed, PageWanted } from '#core/page.ts';

export type { WordList, WordScope } from '#db/repos/catalog/komga-words.repo.ts';

interface WordsContext {
  readonly db: Database;
  readonly filtered: FilteredLists;
}

/** Most words that are given at once. */
const WORDS_SHOWN = 20_000;

/** Which words of a list, and from where to where; without a slice all of them, but for very many. */
export interface WordsAsked extends WordScope {
  /** Part of the word, in any case. */
  readonly search?: string | undefined;
  /** In the dialect's words. */
  readonly role?: string | undefined;
  readonly slice?: { readonly limit: number; readonly offset: number } | undefined;
}

/** A part of a list of words. */
export interface ListedWords<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

const Kept = z.tuple([z.string(), z.string().nullable()]);

function parseWord(text: string): Word {
  const [word, role] = Kept.parse(JSON.parse(text));
  return { word, role };
}

function given(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? undefined : trimmed;
}

async function list(
  { db, filtered }: WordsContext,
  viewer: Viewer,
  words: WordList,
  { slice = { limit: WORDS_SHOWN, offset: 0 }, search, role, ...scope }: WordsAsked,
): Promise<ListedWords<Word>> {
  const ownPart = given(role);
  const wanted: WordsWanted = {
    ...{ ...scope, search: given(search) },
    role: ownPart === undefined ? undefined : ownRole(ownPart),
  };
  const of = { viewerScope: viewer, list: words, wanted };
  const { ids, total } = await filtered.page(
    {
      name: JSON.stringify(['words', words, wanted, sightName(viewer)]),
      pick: async (part) => {
        const found = await pickWords(db.readHeavy, db.kind, of, part);
        return { ids: found.words.map(({ word, role: its }) => JSON.stringify([word, its])), total: found.total };
      },
      count: async () => (await pickWords(db.readHeavy, db.kind, of, { limit: 1, offset: 0 })).total,
    },
    slice,
  );
  return { rows: ids.map(parseWord), total };
}

/** Words that series or books are filtered by, in their order. */
export async function listWords(
  ctx: WordsContext,
  viewer: Viewer,
  words: WordList,
  asked: WordsAsked,
): Promise<ListedWords<string>> {
  const { rows, total } = await list(ctx, viewer, words, asked);
  const isRole = words.of === 'role';
  return { rows: rows.map(({ word }) => (isRole ? dialectRole(word) : word)), total };
}

/** People with their parts, by name. */
export async function listCredits(ctx: WordsContext, viewer: Viewer, asked: WordsAsked): Promise<ListedWords<Credit>> {
  const { rows, total } = await list(ctx, viewer, { of: 'person' }, asked);
  return { rows: rows.map(({ word: name, role }) => ({ name, role: dialectRole(role ?? '') })), total };
}

interface Found {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly languages: Promise<readonly string[]>;
}

/** Finding languages means looking at every book, and every page of a list of a reader app names them. */
const TRUST_MS = 60_000;
const MAX_REMEMBERED = 100;
/** More languages are mistakes, and too long a list to choose from. */
const LANGUAGES_SHOWN = { limit: 40, offset: 0 } as const;

/** By what lasts as long as the server: each request has a database of its own. */
const remembered = new WeakMap<FilteredLists, Map<string, Found>>();

/** What books say their languages are, of those that the viewer may see, by name; up to a minute old. */
export async function listBookLanguages(
  ctx: { readonly db: Database; readonly filtered: FilteredLists },
  viewer: Viewer,
): Promise<readonly string[]> {
  const known = remembered.get(ctx.filtered) ?? new Map<string, Found>();
  remembered.set(ctx.filtered, known);
  const name = sightName(viewer);
  for (;;) {
    const now = Date.now();
    const found = known.get(name);
    if (found === undefined || now - found.at >= TRUST_MS || now < found.at) break;
    try {
      return await found.languages;
    } catch {
      // The request that started it was cancelled: waiting requests start it again.
      if (known.get(name) === found) known.delete(name);
    }
  }
  const languages = listWords(ctx, viewer, { of: 'bookLanguage' }, { slice: LANGUAGES_SHOWN }).then(({ rows }) => rows);
  const begun: Found = { at: Date.now(), languages };
  known.delete(name);
  known.set(name, begun);
  const [oldest] = known.keys();
  if (known.size > MAX_REMEMBERED && oldest !== undefined) known.delete(oldest);
  try {
    return await languages;
  } catch (error) {
    if (known.get(name) === begun) known.delete(name);
    throw error;
  }
}

/** People or publishers whom the viewer's books name, by name. */
export async function listCredited(
  { db, filtered }: Pick<ListContext, 'db' | 'filtered'>,
  viewer: Viewer,
  of: 'person' | 'publisher',
  { page, pageSize }: PageWanted,
): Promise<Listed<CreditedName>> {
  const { ids, total } = await filtered.page(
    {
      name: JSON.stringify(['credited', of, sightName(viewer)]),
      pick: async (slice) => ({ ids: await pickCreditedKeys(db.readHeavy, viewer, of, slice) }),
      count: async () => countCredited(db.readHeavy, viewer, of),
    },
    { limit: pageSize, offset: (page - 1) * pageSize },
  );
  return { rows: await listCreditedByKey(db.read, viewer, of, ids), total };
}

/** The books that name a person or publisher, however they spell the name: as many as `listCredited` says. */
export function booksNaming(of: 'person' | 'publisher', name: string): ConditionTree<BookTestField> {
  return { field: 'named', isDenied: false, test: { kind: 'among', values: [of, nameKey(name)] } };
}
