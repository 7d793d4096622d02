import { type QueryKey, useQueries, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

/** One answer of a list, as every paginated endpoint gives it. */
export interface ListPage<Item> {
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
  /** The items from one index to before another, fetched where they are not held. */
  readonly itemsIn: (from: number, to: number) => Promise<readonly Item[]>;
  /** The first failure, when something on the screen could not be fetched. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Fetches the pages of a list as they come near the screen; the first one always, since it tells the length. */
export function useEndlessList<Item, Key extends QueryKey>(options: EndlessOptions<Item, Key>): EndlessList<Item> {
  const { queryFor, pageSize } = options;
  const queryClient = useQueryClient();
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
    itemsIn: async (from, to) => {
      const first = Math.floor(from / pageSize) + 1;
      const wanted = Array.from({ length: Math.ceil(to / pageSize) - first + 1 }, (_, index) => first + index);
      const items: Item[] = [];
      // one after the other: the server has other things to do too
      for (const page of wanted) {
        const { queryKey, queryFn } = queryFor(page);
        if (typeof queryFn === 'function') items.push(...(await queryClient.query({ queryKey, queryFn })).data);
      }
      const skipped = (first - 1) * pageSize;
      return items.slice(from - skipped, to - skipped);
    },
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
