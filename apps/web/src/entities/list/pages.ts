import { moveItem } from '#lib/move-item.ts';

/** Cached pages by number, from 1. */
export type HeldPages<Item> = ReadonlyMap<number, readonly Item[]>;

/** Numbers of the pages between two indexes, inclusive. */
export function pagesBetween(one: number, other: number, pageSize: number): readonly number[] {
  const first = Math.floor(Math.min(one, other) / pageSize) + 1;
  const last = Math.floor(Math.max(one, other) / pageSize) + 1;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Result of a move within the cached pages. */
export interface Move<Item> {
  /** Items between both positions in their new order. */
  readonly moved: readonly Item[];
  /** The pages after the move. */
  readonly pages: HeldPages<Item>;
}

/**
 * Moves an item to another index.
 * @returns undefined unless all pages in between are cached
 */
export function moveInPages<Item>(
  held: HeldPages<Item>,
  pageSize: number,
  from: number,
  to: number,
): Move<Item> | undefined {
  const numbers = pagesBetween(from, to, pageSize);
  const parts = numbers.map((page) => held.get(page));
  if (parts.some((part) => part === undefined)) return undefined;
  const items = parts.flatMap((part) => part ?? []);
  const start = ((numbers[0] ?? 1) - 1) * pageSize;
  const [low, high] = [Math.min(from, to) - start, Math.max(from, to) - start];
  if (low < 0 || high >= items.length) return undefined;
  const all = moveItem(items, from - start, to - start);
  return {
    moved: all.slice(low, high + 1),
    pages: new Map(numbers.map((page, index) => [page, all.slice(index * pageSize, (index + 1) * pageSize)])),
  };
}
