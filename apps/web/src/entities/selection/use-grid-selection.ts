import { useEffect, useRef } from 'react';
import type { ListQuery } from '#entities/condition/list-query.ts';
import { problemSentence } from '#lib/problem.ts';
import { useStore } from '#lib/store.ts';
import type { EndlessList } from '#lib/use-endless-list.ts';
import type { GridSelection } from '#ui/grids/grid-selection.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import type { Picked } from './picked.ts';
import { allBut, NOTHING, selectionStore, toggled, WHOLE, withMore } from './selection.ts';

/** So many are fetched to be picked one by one; beyond that it is all or some. */
const MOST_NAMED = 2_000;

interface Selectable {
  readonly id: string;
  readonly title: string;
}

/** What picking needs of a grid, and what is picked in it. */
export interface PickingGrid {
  readonly selection: GridSelection;
  /** Undefined while nothing is picked. */
  readonly picked: Picked | undefined;
  /** How many the list holds. */
  readonly total: number;
}

async function reachFor<Item extends Selectable>(list: EndlessList<Item>, from: number, to: number): Promise<string[]> {
  return (await list.itemsIn(from, to)).map(({ id }) => id);
}

/**
 * Lets the items of an endless grid be picked. What was picked is dropped when the grid goes, so give a grid that lists
 * something else another `key`.
 * @param query all that the grid lists, for what is done with the whole of it
 */
export function useGridSelection<Item extends Selectable>(list: EndlessList<Item>, query: ListQuery): PickingGrid {
  const selection = useStore(selectionStore);
  const anchor = useRef<number>(undefined);
  useEffect(() => {
    selectionStore.set(NOTHING);
    return () => selectionStore.set(NOTHING);
  }, []);
  const total = list.total ?? 0;

  const fail = (error: unknown) => showToast(problemSentence(error));
  const reach = (index: number) => {
    const [from, to] = [Math.min(anchor.current ?? index, index), Math.max(anchor.current ?? index, index) + 1];
    if (to - from > MOST_NAMED) {
      showToast('That is too many to pick one by one. Select all of them, or filter the list first.');
      return;
    }
    reachFor(list, from, to).then((ids) => selectionStore.set(withMore(selectionStore.get(), ids)), fail);
  };
  const dropOne = (id: string) => {
    if (total > MOST_NAMED) {
      showToast('Everything is selected. Clear the selection to pick one by one, or filter the list first.');
      return;
    }
    reachFor(list, 0, total).then((ids) => selectionStore.set(allBut(ids, id)), fail);
  };
  const toggle = (index: number, withReach: boolean) => {
    const item = list.itemAt(index);
    const now = selectionStore.get();
    if (item === undefined) return;
    if (now.isWhole) dropOne(item.id);
    else if (withReach && anchor.current !== undefined) reach(index);
    else selectionStore.set(toggled(now, item.id));
    anchor.current = index;
  };
  const count = selection.isWhole ? total : selection.ids.size;
  const kind = query.target === 'books' ? 'book' : 'series';
  return {
    total,
    selection: {
      isActive: selection.isActive,
      isPicked: (key) => selection.isWhole || selection.ids.has(key),
      nameAt: (index) => list.itemAt(index)?.title,
      toggle,
      pickAll: () => selectionStore.set(WHOLE),
      clear: () => selectionStore.set(NOTHING),
    },
    picked: count === 0 ? undefined : { kind, count, of: selection.isWhole ? { query } : { ids: [...selection.ids] } },
  };
}

/** Begins picking, for those who neither press long nor hold keys. */
export function startPicking(): void {
  selectionStore.set({ ...NOTHING, isActive: true });
}
