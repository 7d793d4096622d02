import { groupBy } from '#core/group-by.ts';

/** A book that joins another group. */
export interface Regrouped {
  readonly seriesId: string;
  readonly groupPath: string;
}

interface Majority {
  readonly groupPath: string;
  readonly count: number;
}

/** By series id: the group that more than half of the series' moving books join, with their number. */
export function findMajorityGroups(books: readonly Regrouped[]): ReadonlyMap<string, Majority> {
  const majorities = new Map<string, Majority>();
  for (const [seriesId, ofSeries] of groupBy(books, (book) => book.seriesId)) {
    for (const [groupPath, { length: count }] of groupBy(ofSeries, (book) => book.groupPath)) {
      if (count * 2 > ofSeries.length) majorities.set(seriesId, { groupPath, count });
    }
  }
  return majorities;
}
