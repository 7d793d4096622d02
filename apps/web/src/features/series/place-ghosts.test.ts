import type { Book, SeriesGap } from '@lectern/contract';
import { describe, expect, it, vi } from 'vitest';
import { isGhost, placeGhosts } from './place-ghosts.ts';

function toList(...titles: readonly string[]) {
  const books = titles.map((title) => ({ id: title, title }) as Book);
  return {
    total: books.length,
    itemAt: (index: number) => books[index],
    onRange: vi.fn<(from: number, to: number) => void>(),
    itemsIn: async (from: number, to: number) => books.slice(from, to),
    error: null,
    retry: vi.fn<() => void>(),
  };
}

function gap(from: number, index: number): SeriesGap {
  return { unit: 'volume', from, to: from, section: null, index };
}

describe('placeGhosts', () => {
  const gaps = [gap(9, 4), gap(3, 2), gap(4, 2), gap(6, 3)];

  it('puts each gap where its book would be', () => {
    const { shown, bookAt } = placeGhosts(toList('1', '2', '5', '8'), gaps);
    const titles = Array.from({ length: shown.total ?? 0 }, (_, index) => {
      const item = shown.itemAt(index);
      return item === undefined ? '?' : isGhost(item) ? `no ${item.gap.from}` : item.title;
    });
    expect(titles).toEqual(['1', '2', 'no 3', 'no 4', '5', 'no 6', '8', 'no 9']);
    expect(titles.map((_, index) => bookAt(index))).toEqual([0, 1, undefined, undefined, 2, undefined, 3, undefined]);
  });

  it('fetches the books of a range of the grid', () => {
    const list = toList('1', '2', '5', '8');
    placeGhosts(list, gaps).shown.onRange(3, 7);
    expect(list.onRange).toHaveBeenCalledWith(2, 4);
  });

  it('leaves a list without gaps or books as it is', () => {
    const [books, none] = [toList('1'), toList()];
    expect(placeGhosts(books, []).shown).toBe(books);
    expect(placeGhosts(none, gaps).shown).toBe(none);
  });
});
