import { t } from '@lingui/core/macro';
import { type QueryKey, useMutation, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';
import { formatNumber } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import type { ListPage } from '#lib/use-endless-list.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { moveInPages, pagesBetween } from './pages.ts';

interface MoveOptions<Item, Key extends QueryKey> {
  /** Query of one page in manual order; page from 1. */
  readonly queryFor: (page: number) => UseQueryOptions<ListPage<Item>, Error, ListPage<Item>, Key>;
  readonly pageSize: number;
  readonly getName: (item: Item) => string;
  /** Reorders items among the positions they occupy. */
  readonly order: (ids: readonly string[]) => Promise<unknown>;
}

/**
 * Moves items of a paginated list. The screen updates at once; requests run one at a time. A jump has undo in its
 * toast; a single step is undone by the opposite key.
 */
export function useMove<Item extends { readonly id: string }, Key extends QueryKey>(options: MoveOptions<Item, Key>) {
  const { queryFor, pageSize, getName, order } = options;
  const queryClient = useQueryClient();
  const getPageKey = (page: number): QueryKey => queryFor(page).queryKey;
  const all = { queryKey: getPageKey(1).slice(0, 1) };
  const name = JSON.stringify(getPageKey(1));
  const store = useMutation({
    mutationKey: ['move', name],
    // requests keep the order of the moves
    scope: { id: name },
    mutationFn: async (ids: readonly string[]) => order(ids),
    onError: (error) => showToast(problemSentence(error)),
    onSettled: async () => {
      // an older answer would revert newer moves on the screen
      if (queryClient.isMutating({ mutationKey: ['move', name] }) > 1) return;
      await queryClient.invalidateQueries(all);
    },
  });

  const show = (from: number, to: number): readonly Item[] | undefined => {
    const numbers = pagesBetween(from, to, pageSize);
    const held = new Map(numbers.map((page) => [page, queryClient.getQueryData<ListPage<Item>>(getPageKey(page))]));
    const items = new Map(
      [...held].flatMap(([page, answer]) => (answer === undefined ? [] : [[page, answer.data] as const])),
    );
    const move = moveInPages(items, pageSize, from, to);
    for (const [page, data] of move?.pages ?? []) {
      const answer = held.get(page);
      if (answer !== undefined)
        queryClient.setQueryData<ListPage<Item>>(getPageKey(page), { ...answer, data: [...data] });
    }
    return move?.moved;
  };

  const move = async (from: number, to: number): Promise<Item | undefined> => {
    await queryClient.cancelQueries(all);
    const moved = show(from, to) ?? (await showFetched(from, to));
    if (moved === undefined) return undefined;
    store.mutate(moved.map(({ id }) => id));
    return from < to ? moved.at(-1) : moved[0];
  };
  const showFetched = async (from: number, to: number) => {
    for (const page of pagesBetween(from, to, pageSize))
      await queryClient.query({ ...queryFor(page), staleTime: 'static' });
    return show(from, to);
  };
  const fail = (error: unknown) => showToast(problemSentence(error));

  return (from: number, to: number, how: 'step' | 'jump'): void => {
    const say = (item: Item | undefined) => {
      if (item === undefined || how === 'step') return;
      const undo = () => void move(to, from).catch(fail);
      const title = getName(item);
      const place = formatNumber(to + 1);
      showToast(t`Moved “${title}” to place ${place}`, { label: t`Undo`, run: undo });
    };
    void move(from, to).then(say, fail);
  };
}
