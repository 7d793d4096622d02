import type { RouteName } from '@lectern/contract';

const ANSWERS: ReadonlySet<unknown> = new Set<RouteName>([
  'getBook',
  'getProgress',
  'getSeries',
  'listBooks',
  'getHome',
  'getReadListProgress',
  'listCurrentlyReading',
  'listReadListBooks',
  'listWantToRead',
  'listRecentlyReadBooks',
  'listSeries',
  'listSeriesBooks',
  'listSeriesInProgress',
]);

/** Whether answers of a route contain how far books are read. @param name first part of a query key */
export function hasProgress(name: unknown): boolean {
  return ANSWERS.has(name);
}
