import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AddedThings, ListChoice } from './added-things.ts';
import {
  collectionsOfSeriesQuery,
  everyReadListQuery,
  handPickedCollectionsQuery,
  readListsOfBookQuery,
} from './queries.ts';
import type { ListKind, SharedList } from './shared-list.ts';

/** Id of a single added item, whose lists can be preselected. */
function useSingleId(things: AddedThings): string | undefined {
  const [single, setSingle] = useState<string>();
  useEffect(() => {
    if (things.title === undefined) return;
    const leaving = new AbortController();
    void things.ids().then(([id]) => {
      if (!leaving.signal.aborted) setSingle(id);
    });
    return () => leaving.abort();
  }, [things]);
  return single;
}

/** Ids of the lists with the single item; empty for several items, undefined while loading. */
function useContainingLists(things: AddedThings): ReadonlySet<string> | undefined {
  const single = useSingleId(things);
  const isSeries = things.kind === 'series';
  const ofSeries = useQuery({ ...collectionsOfSeriesQuery(single ?? ''), enabled: isSeries && single !== undefined });
  const ofBook = useQuery({ ...readListsOfBookQuery(single ?? ''), enabled: !isSeries && single !== undefined });
  const lists: readonly { readonly id: string }[] | undefined = isSeries ? ofSeries.data?.data : ofBook.data?.data;
  if (things.title === undefined) return new Set();
  return lists === undefined ? undefined : new Set(lists.map(({ id }) => id));
}

/** Undefined until all kinds are loaded. */
function useLists(kinds: readonly ListKind[]): readonly SharedList[] | undefined {
  const [collects, lists] = [kinds.includes('collection'), kinds.includes('readList')];
  const collections = useQuery({ ...handPickedCollectionsQuery(), enabled: collects });
  const readLists = useQuery({ ...everyReadListQuery(), enabled: lists });
  if ((collects && collections.data === undefined) || (lists && readLists.data === undefined)) return undefined;
  return [
    ...(collections.data ?? []).map((list) => ({ kind: 'collection', list }) as const),
    ...(readLists.data ?? []).map((list) => ({ kind: 'readList', list }) as const),
  ];
}

/** Available lists with their choices; undefined while loading. */
export function useListChoices(things: AddedThings, kinds: readonly ListKind[]) {
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const holding = useContainingLists(things);
  const lists = useLists(kinds);
  const choices = lists?.map((shared): ListChoice => {
    const before = holding?.has(shared.list.id) ?? false;
    return { shared, before, after: chosen[shared.list.id] ?? before };
  });
  return {
    choices: holding === undefined ? undefined : choices,
    choose: (shared: SharedList, after: boolean) => setChosen((now) => ({ ...now, [shared.list.id]: after })),
  };
}
