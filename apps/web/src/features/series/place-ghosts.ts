import type { Book, SeriesGap } from '@lectern/contract';
import type { EndlessList } from '#lib/use-endless-list.ts';

/** A gap in a grid of books, in the place of the missing ones. */
export interface Ghost {
  readonly id: string;
  readonly gap: SeriesGap;
}

export function isGhost(item: Book | Ghost): item is Ghost {
  return 'gap' in item;
}

/** A grid of books and ghosts. */
interface Placed {
  readonly shown: EndlessList<Book | Ghost>;
  /** Index in the list of the book at a place in the grid; undefined for a ghost. */
  readonly bookAt: (index: number) => number | undefined;
}

/** Puts the gaps of a list between its books. */
export function placeGhosts(list: EndlessList<Book>, gaps: readonly SeriesGap[]): Placed {
  const { total } = list;
  if (total === undefined || total === 0 || gaps.length === 0) return { shown: list, bookAt: (index) => index };
  const sorted = gaps.toSorted((one, other) =>
    one.index === other.index ? one.from - other.from : one.index - other.index,
  );
  const ghosts = new Map(sorted.map((gap, before) => [Math.min(gap.index, total) + before, gap]));
  const places = [...ghosts.keys()];
  const toBook = (index: number): number => index - places.filter((place) => place < index).length;
  return {
    bookAt: (index) => (ghosts.has(index) ? undefined : toBook(index)),
    shown: {
      ...list,
      total: total + gaps.length,
      itemAt: (index) => {
        const gap = ghosts.get(index);
        return gap === undefined ? list.itemAt(toBook(index)) : { id: `${gap.unit} ${gap.from}`, gap };
      },
      onRange: (from, to) => list.onRange(toBook(from), Math.max(toBook(from) + 1, toBook(to))),
    },
  };
}
