import { z } from 'zod';
import type { Listed, Slice } from '#core/page.ts';
import { type Credit, dialectRole, ownRole } from '#core/rules/metadata/credits.ts';
import type { Viewer } from '#core/viewer.ts';
import type { BookTestField } from '#db/filters/book-condition.ts';
import type { ConditionTree } from '#db/filters/condition-tree.ts';
import type { Database } from '#db/open.ts';
import { pickWords, type Word, type WordList, type WordScope } from '#db/repos/catalog/komga-words.repo.ts';
import { sightName } from '#db/repos/rows/viewer-scope.ts';
import { nameKey } from '#db/sql/row-trigger.ts';
import type { CatalogState, FilteredLists } from './filtered-lists.ts';
import type { ListContext } from './list-context.ts';

export type { WordList } from '#db/repos/catalog/komga-words.repo.ts';

interface WordsContext {
  readonly db: Database;
  readonly filtered: FilteredLists;
}

/** The most words of an answer without a slice. */
const WORDS_SHOWN = 20_000;

/** A request for words of a list. */
export interface WordsAsked extends WordScope {
  /** Part of the word, in any case. */
  readonly search?: string | undefined;
  /** As the Komga dialect names it. */
  readonly role?: string | undefined;
  readonly slice?: Slice | undefined;
}

interface CachedWords extends WordsAsked {
  readonly catalog?: CatalogState;
}

const StoredWord = z.tuple([z.string(), z.string().nullable()]);

function parseWord(text: string): Word {
  const [word, role] = StoredWord.parse(JSON.parse(text));
  return { word, role };
}

function trimmed(text: string | undefined): string | undefined {
  const rest = text?.trim() ?? '';
  return rest === '' ? undefined : rest;
}

async function list(
  { db, filtered }: WordsContext,
  viewer: Viewer,
  words: WordList,
  { slice = { limit: WORDS_SHOWN, offset: 0 }, search, role: dialect, catalog, ...scope }: CachedWords,
): Promise<Listed<Word>> {
  const role = trimmed(dialect);
  const wanted = { ...scope, search: trimmed(search), role: role === undefined ? undefined : ownRole(role) };
  const of = { viewerScope: viewer, list: words, wanted };
  const { ids, total } = await filtered.page(
    {
      name: JSON.stringify(['words', words, wanted, sightName(viewer)]),
      pick: async (part) => {
        const found = await pickWords(db.readHeavy, db.kind, of, part);
        return { ids: found.words.map(({ word, role: its }) => JSON.stringify([word, its])), total: found.total };
      },
      count: async () => (await pickWords(db.readHeavy, db.kind, of, { limit: 1, offset: 0 })).total,
      catalog,
    },
    slice,
  );
  return { rows: ids.map(parseWord), total };
}

/** Values that the viewer can filter series or books by, in their order. */
export async function listWords(
  ctx: WordsContext,
  viewer: Viewer,
  words: WordList,
  asked: WordsAsked,
): Promise<Listed<string>> {
  const { rows, total } = await list(ctx, viewer, words, asked);
  const isRole = words.of === 'role';
  return { rows: rows.map(({ word }) => (isRole ? dialectRole(word) : word)), total };
}

/** People with their roles, by name. */
export async function listCredits(ctx: WordsContext, viewer: Viewer, asked: WordsAsked): Promise<Listed<Credit>> {
  const { rows, total } = await list(ctx, viewer, { of: 'person' }, asked);
  return { rows: rows.map(({ word: name, role }) => ({ name, role: dialectRole(role ?? '') })), total };
}

/** More languages than these are mistakes. */
const LANGUAGES_SHOWN = { limit: 40, offset: 0 } as const;

/** Languages of the books that the viewer may see, by name. The query reads every book, and every page of a feed names them. */
export async function listBookLanguages(
  ctx: Pick<ListContext, 'db' | 'lists' | 'filtered'>,
  viewer: Viewer,
): Promise<readonly string[]> {
  const catalog = { changes: () => ctx.lists.changes(), isCurrent: async () => true };
  const { rows } = await list(ctx, viewer, { of: 'bookLanguage' }, { slice: LANGUAGES_SHOWN, catalog });
  return rows.map(({ word }) => word);
}

/** The condition for books of a person or publisher, in any spelling of the name. */
export function toNamedCondition(of: 'person' | 'publisher', name: string): ConditionTree<BookTestField> {
  return { field: 'named', isDenied: false, test: { kind: 'among', values: [of, nameKey(name)] } };
}
