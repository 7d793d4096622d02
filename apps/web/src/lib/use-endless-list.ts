import { type QueryKey, useQueries, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

/** One page, as every paginated endpoint returns it. */
export interface ListPage<Item> {
  data: Item[];
  page: number;
  pageSize: number;
  total: number;
  totalPages: number;
  links: { self: string; first: string; last: string; next: string | null; prev: string | null };
}

interface EndlessOptions<Item, Key extends QueryKey> {
  /** Query of one page, from 1. */
  readonly queryFor: (page: number) => UseQueryOptions<ListPage<Item>, Error, ListPage<Item>, Key>;
  readonly pageSize: number;
}

/** A long list that fetches only the pages near the viewport. */
export interface EndlessList<Item> {
  /** Length of the list; undefined until the first answer. */
  readonly total: number | undefined;
  /** Index from 0; undefined while the page is loading. */
  readonly itemAt: (index: number) => Item | undefined;
  /** Reports the items near the viewport; `to` is exclusive. */
  readonly onRange: (from: number, to: number) => void;
  /** Items of a range (`to` exclusive), fetched where missing. */
  readonly itemsIn: (from: number, to: number) => Promise<readonly Item[]>;
  /** The first error among the visible pages. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Fetches pages near the viewport, and always the first page, which has the length. */
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
      // one at a time, to spare the server
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
