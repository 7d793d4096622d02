import { isWide, type PageShape } from './page-shape.ts';

/** `double-cover`: pairs, with a single first page as in a bound book. */
export type PageLayout = 'single' | 'double' | 'double-cover';

/** Pages shown together, from 1, in reading order. */
export type Spread = readonly [number] | readonly [number, number];

export interface Pairing {
  readonly pages: readonly PageShape[];
  readonly layout: PageLayout;
  /** First pages of runs shifted by one (see `toggleShift`). */
  readonly shifts: ReadonlySet<number>;
}

/** Pages between two wide pages, inclusive at both ends; pairing restarts in each run. */
interface Run {
  readonly first: number;
  readonly last: number;
}

function listRuns(pages: readonly PageShape[]): readonly (Run & { readonly wide: boolean })[] {
  const runs: (Run & { readonly wide: boolean })[] = [];
  let first = 1;
  for (let page = 1; page <= pages.length; page += 1) {
    if (!isWide(pages[page - 1])) continue;
    if (first < page) runs.push({ first, last: page - 1, wide: false });
    runs.push({ first: page, last: page, wide: true });
    first = page + 1;
  }
  if (first <= pages.length) runs.push({ first, last: pages.length, wide: false });
  return runs;
}

function pairUp({ first, last }: Run, firstAlone: boolean): readonly Spread[] {
  const spreads: Spread[] = [];
  let page = first;
  if (firstAlone) {
    spreads.push([page]);
    page += 1;
  }
  for (; page < last; page += 2) spreads.push([page, page + 1]);
  if (page === last) spreads.push([page]);
  return spreads;
}

/** Groups pages into spreads: wide pages alone, pairing restarts after each. */
export function planSpreads({ pages, layout, shifts }: Pairing): readonly Spread[] {
  if (layout === 'single') return pages.map((_, index): Spread => [index + 1]);
  return listRuns(pages).flatMap((run) => {
    if (run.wide) return [[run.first] as const];
    const coverAlone = layout === 'double-cover' && run.first === 1;
    return pairUp(run, coverAlone !== shifts.has(run.first));
  });
}

/** Index of the spread with a page; the nearest one for a page outside the book. */
export function findSpreadIndex(spreads: readonly Spread[], page: number): number {
  const index = spreads.findIndex((spread) => getLastPage(spread) >= page);
  return index === -1 ? Math.max(0, spreads.length - 1) : index;
}

function getLastPage(spread: Spread): number {
  return spread[1] ?? spread[0];
}

/** Shifts the pairs of the run around `page` by one; a second call reverts it. */
export function toggleShift(pairing: Pairing, page: number): ReadonlySet<number> {
  const run = listRuns(pairing.pages).find(({ first, last }) => first <= page && page <= last);
  if (run === undefined || run.wide) return pairing.shifts;
  const shifts = new Set(pairing.shifts);
  if (!shifts.delete(run.first)) shifts.add(run.first);
  return shifts;
}

/** Pages of a spread in screen order. */
export function leftToRight(spread: Spread, rightToLeft: boolean): readonly number[] {
  return rightToLeft ? spread.toReversed() : spread;
}
