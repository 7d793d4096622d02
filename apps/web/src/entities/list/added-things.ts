import type { Collection, ReadList } from '@lectern/contract';
import type { ListKind, SharedList } from './shared-list.ts';

/** Series or books that are added to lists. */
export interface AddedThings {
  readonly kind: 'book' | 'series';
  readonly count: number;
  /** What it is called; absent for several. */
  readonly title?: string | undefined;
  readonly ids: () => Promise<readonly string[]>;
}

/** The kinds of lists that take them: books of a series go into reading lists, one after the other. */
export function kindsFor(kind: AddedThings['kind']): readonly ListKind[] {
  return kind === 'series' ? ['collection', 'readList'] : ['readList'];
}

/** Accents and case do not count where people look for a name. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Those with the words in their name, in the order in which they came; all without words. */
export function listsWith<List extends Collection | ReadList>(lists: readonly List[], text: string): readonly List[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  return lists.filter(({ name }) => words.every((word) => fold(name).includes(word)));
}

/** Whether a list bears this name, so that no other one can. */
export function isTaken(lists: readonly { readonly name: string }[], text: string): boolean {
  const name = text.trim().toLowerCase();
  return lists.some((list) => list.name.trim().toLowerCase() === name);
}

/** A list that something is added to, or taken out of. */
export interface ListChoice {
  readonly shared: SharedList;
  /** What it was when the dialog was opened. */
  readonly before: boolean;
  readonly after: boolean;
}
