import { type QueryKey, useQueries, type UseQueryOptions } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

/** One answer of a list, as every paginated endpoint gives it. */
interface ListPage<Item> {
  data: Item[];
  page: number;
  pageSize: number;
  total: number;
  totalPages: number;
  links: { self: string; first: string; last: string; next: string | null; prev: string | null };
}

interface EndlessOptions<Item, Key extends QueryKey> {
  /** The query of one page, counted from 1. */
  readonly queryFor: (page: number) => UseQueryOptions<ListPage<Item>, Error, ListPage<Item>, Key>;
  readonly pageSize: number;
}

/** A long list of which only the pages near the screen are fetched. */
export interface EndlessList<Item> {
  /** Length of the whole list; undefined until the first answer. */
  readonly total: number | undefined;
  /** The item at an index from 0; undefined while its page is on the way. */
  readonly itemAt: (index: number) => Item | undefined;
  /** Tells which items are on and near the screen; `to` is not among them. */
  readonly onRange: (from: number, to: number) => void;
  /** The first failure, when something on the screen could not be fetched. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Fetches the pages of a list as they come near the screen; the first one always, since it tells the length. */
export function useEndlessList<Item, Key extends QueryKey>(options: EndlessOptions<Item, Key>): EndlessList<Item> {
  const { queryFor, pageSize } = options;
  const [range, setRange] = useState({ first: 1, last: 1 });
  const pages = pagesIn(range.first, range.last);
  const answers = useQueries({ queries: pages.map((page) => queryFor(page)) });

  const held = new Map(pages.map((page, position) => [page, answers[position]?.data] as const));
  const failed = answers.find((answer) => answer.isError && answer.data === undefined);

  const onRange = useCallback(
    (from: number, to: number) => {
      const first = Math.floor(from / pageSize) + 1;
      const last = Math.max(first, Math.ceil(to / pageSize));
      setRange((now) => (now.first === first && now.last === last ? now : { first, last }));
    },
    [pageSize],
  );
  return {
    total: answers.flatMap(({ data }) => (data === undefined ? [] : [data.total]))[0],
    itemAt: (index) => held.get(Math.floor(index / pageSize) + 1)?.data[index % pageSize],
    onRange,
    error: failed?.error ?? null,
    retry: () => {
      for (const answer of answers) if (answer.isError) void answer.refetch();
    },
  };
}

function pagesIn(first: number, last: number): readonly number[] {
  const pages = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return first > 1 ? [1, ...pages] : pages;
}
