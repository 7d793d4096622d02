import type { Collection, ReadList } from '@lectern/contract';
import type { ListKind, SharedList } from './shared-list.ts';

export interface AddedThings {
  readonly kind: 'book' | 'series';
  readonly count: number;
  /** Absent for several items. */
  readonly title?: string | undefined;
  readonly ids: () => Promise<readonly string[]>;
}

/** Lists that accept the items: a reading list takes the books of a series in order. */
export function kindsFor(kind: AddedThings['kind']): readonly ListKind[] {
  return kind === 'series' ? ['collection', 'readList'] : ['readList'];
}

/** Ignores accents and case. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Lists whose name contains the text, in the given order. */
export function listsWith<List extends Collection | ReadList>(lists: readonly List[], text: string): readonly List[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  return lists.filter(({ name }) => words.every((word) => fold(name).includes(word)));
}

/** List names are unique. */
export function isTaken(lists: readonly { readonly name: string }[], text: string): boolean {
  const name = text.trim().toLowerCase();
  return lists.some((list) => list.name.trim().toLowerCase() === name);
}

/** Whether a list should hold the items. */
export interface ListChoice {
  readonly shared: SharedList;
  /** State when the dialog opened. */
  readonly before: boolean;
  readonly after: boolean;
}
