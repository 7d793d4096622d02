import { t } from '@lingui/core/macro';
import type { Book, Home, Series } from '@lectern/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Tiles per row. */
const ROW = 24;

/** All rows in one answer. */
export const homeQuery = () =>
  queryOptions({
    queryKey: ['getHome', {}],
    queryFn: async ({ signal }) => request('getHome', { query: { limit: ROW }, signal }),
  });

/** Rows in default order with their titles. */
export const ROW_TITLES = {
  inProgress: t`Continue reading`,
  onDeck: t`On deck`,
  wantToRead: t`Want to read`,
  recentlyAddedBooks: t`Recently added books`,
  recentlyAddedSeries: t`Recently added series`,
  recentlyUpdatedSeries: t`Recently updated series`,
  recentlyReadBooks: t`Recently read`,
} as const satisfies Readonly<Record<keyof Home, string>>;

export type RowName = keyof typeof ROW_TITLES;

const ALL_ROWS = Object.keys(ROW_TITLES).filter((name): name is RowName => isRowName(name));
/** Hidden by default because they repeat other rows. */
const HIDDEN_AT_FIRST: readonly RowName[] = ['recentlyUpdatedSeries', 'recentlyReadBooks'];

function isRowName(name: unknown): name is RowName {
  return typeof name === 'string' && Object.hasOwn(ROW_TITLES, name);
}

export const HOME_ROWS_KEY = 'custom.home_rows';

/** A row and its visibility, in page order. */
export interface RowChoice {
  readonly name: RowName;
  readonly shown: boolean;
}

function namesIn(value: unknown): readonly RowName[] {
  return Array.isArray(value) ? value.filter(isRowName) : [];
}

/** Reads the stored order; rows added by later versions take their default position. */
export function readRowChoices(stored: unknown): readonly RowChoice[] {
  const held: { readonly order?: unknown; readonly hidden?: unknown } =
    typeof stored === 'object' && stored !== null ? stored : {};
  const order = [...new Set(namesIn(held.order))];
  const hidden = new Set(order.length === 0 ? HIDDEN_AT_FIRST : namesIn(held.hidden));
  const rest = ALL_ROWS.filter((name) => !order.includes(name));
  const names = [...order];
  for (const name of rest) names.splice(order.length === 0 ? names.length : ALL_ROWS.indexOf(name), 0, name);
  return names.map((name) => ({ name, shown: !hidden.has(name) }));
}

/** Value to store; null for the default. */
export function storeRowChoices(choices: readonly RowChoice[]) {
  const same = readRowChoices(undefined);
  const isFirst = JSON.stringify(choices) === JSON.stringify(same);
  if (isFirst) return null;
  return {
    order: choices.map(({ name }) => name),
    hidden: choices.filter(({ shown }) => !shown).map(({ name }) => name),
  };
}

export type RowItem = { readonly id: string } & (
  | { readonly book: Book; readonly series?: undefined }
  | { readonly series: Series; readonly book?: undefined }
);

/** Tiles of a row in order. */
export function rowItems(home: Home, name: RowName): readonly RowItem[] {
  switch (name) {
    case 'wantToRead':
      return home.wantToRead.flatMap(({ id, book, series }): RowItem[] => {
        if (book !== undefined) return [{ id, book }];
        return series === undefined ? [] : [{ id, series }];
      });
    case 'recentlyAddedSeries':
    case 'recentlyUpdatedSeries':
      return home[name].map((series) => ({ id: series.id, series }));
    default:
      return home[name].map((book) => ({ id: book.id, book }));
  }
}
