import type { SeriesGap, SeriesOutline, SeriesSection } from '@lectern/contract';
import { groupBy } from '#core/group-by.ts';
import { findGaps, type Gap, type NumberedBook, type StatedTotals } from './find-gaps.ts';

/** A book of the outline, in reading order. */
export interface OutlineBook extends NumberedBook {
  readonly isRead: boolean;
}

interface Section extends Pick<SeriesSection, 'kind' | 'volume'> {
  readonly books: readonly OutlineBook[];
}

/** Order of the sections: volumes by number, the others behind them. */
function rank({ kind, volume }: Section): number {
  if (kind === 'volume') return volume ?? 0;
  return kind === 'chapters' ? Number.MAX_SAFE_INTEGER - 1 : Number.MAX_SAFE_INTEGER;
}

function chooseKind({ volume, chapter }: OutlineBook): SeriesSection['kind'] {
  if (volume !== null) return 'volume';
  return chapter === null ? 'specials' : 'chapters';
}

/** Volumes in order, then chapters without one, then specials. None unless a volume consists of chapters. */
function planSections(books: readonly OutlineBook[]): Section[] {
  if (!books.some(({ volume, chapter }) => volume !== null && chapter !== null)) return [];
  const groups = groupBy(books, (book) => `${chooseKind(book)} ${book.volume ?? ''}`);
  const sections = [...groups.values()].flatMap((group): Section[] => {
    const [first] = group;
    return first === undefined ? [] : [{ kind: chooseKind(first), volume: first.volume, books: group }];
  });
  if (sections.length < 2) return [];
  return sections.toSorted((one, other) => rank(one) - rank(other));
}

/** How many books precede a gap: all up to the first with a larger number. */
function countBefore({ unit, to }: Gap, books: readonly OutlineBook[]): number {
  const next = books.findIndex((book) => (book[unit] ?? -1) > to);
  if (next !== -1) return next;
  return books.findLastIndex((book) => book[unit] !== null) + 1;
}

function placeInSections(gap: Gap, sections: readonly Section[]): Pick<SeriesGap, 'section' | 'index'> {
  if (gap.unit === 'volume') {
    const next = sections.findIndex(({ kind, volume }) => kind !== 'volume' || (volume ?? 0) > gap.to);
    return { section: next === -1 ? sections.length : next, index: 0 };
  }
  const { unit, from } = gap;
  const highest = sections.map(({ books }) =>
    books.reduce((high, book) => {
      const number = book[unit] ?? -1;
      return number < from ? Math.max(high, number) : high;
    }, -1),
  );
  const section = highest.indexOf(Math.max(...highest));
  return { section, index: countBefore(gap, sections[section]?.books ?? []) };
}

/** The outline of a series. @param books all of them, in reading order */
export function planOutline(books: readonly OutlineBook[], totals: StatedTotals): SeriesOutline {
  const sections = planSections(books);
  const gaps = findGaps(books, totals).map((gap): SeriesGap => {
    const place =
      sections.length === 0 ? { section: null, index: countBefore(gap, books) } : placeInSections(gap, sections);
    return { ...gap, ...place };
  });
  return {
    bookCount: books.length,
    sections: sections.map(({ kind, volume, books: held }) => ({
      kind,
      volume,
      bookCount: held.length,
      readCount: held.filter(({ isRead }) => isRead).length,
    })),
    gaps,
  };
}
