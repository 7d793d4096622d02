import { z } from 'zod';
import type { Database } from '#db/open.ts';
import {
  pickWords,
  type Word,
  type WordList,
  type WordScope,
  type WordsWanted,
} from '#db/repos/catalog/compat-words.repo.ts';
import { sightName } from '#db/repos/visibility.ts';
import type { FilteredLists } from '../catalog/filtered-lists.ts';
import type { Viewer } from '../viewer.ts';
import type { Credit } from './credits.ts';
import { dialectRole, ownRole } from './roles.ts';

export type { WordList, WordScope } from '#db/repos/catalog/compat-words.repo.ts';

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
  const of = { beholder: viewer, list: words, wanted };
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
