import { moveItem } from '#lib/move-item.ts';

/** Pages of a list that are held, by their number from 1. */
export type HeldPages<Item> = ReadonlyMap<number, readonly Item[]>;

/** The numbers of the pages that hold the items between two places, both included. */
export function pagesBetween(one: number, other: number, pageSize: number): readonly number[] {
  const first = Math.floor(Math.min(one, other) / pageSize) + 1;
  const last = Math.floor(Math.max(one, other) / pageSize) + 1;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** A move within the pages that it passes through. */
export interface Move<Item> {
  /** The items between both places in their new order. */
  readonly moved: readonly Item[];
  /** The pages as they are afterwards. */
  readonly pages: HeldPages<Item>;
}

/**
 * Moves an item to the place of another.
 * @returns undefined while one of the pages in between is not held
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
