import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import type { ListQuery } from '#entities/condition/list-query.ts';
import { problemSentence } from '#lib/problem.ts';
import { useStore } from '#lib/store.ts';
import type { EndlessList } from '#lib/use-endless-list.ts';
import type { GridSelection } from '#ui/grids/grid-selection.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import type { Picked } from './picked.ts';
import { allBut, NOTHING, selectionStore, toggled, WHOLE, withMore } from './selection.ts';

/** Larger lists cannot fetch all ids, so deselecting one item of "all" is impossible. */
const MOST_NAMED = 2_000;

interface Selectable {
  readonly id: string;
  readonly title: string;
}

export interface PickingGrid {
  readonly selection: GridSelection;
  /** Undefined for an empty selection. */
  readonly picked: Picked | undefined;
  readonly total: number;
}

async function reachFor<Item extends Selectable>(list: EndlessList<Item>, from: number, to: number): Promise<string[]> {
  return (await list.itemsIn(from, to)).map(({ id }) => id);
}

/**
 * Adds selection to an endless grid. Unmounting clears the selection, so a grid with another list needs another `key`.
 * @param query everything the grid lists, for actions on all items
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
      showToast(t`These are too many to select one by one. Select all, or filter the list first.`);
      return;
    }
    reachFor(list, from, to).then((ids) => selectionStore.set(withMore(selectionStore.get(), ids)), fail);
  };
  const dropOne = (id: string) => {
    if (total > MOST_NAMED) {
      showToast(t`Everything is selected. Clear the selection to select one by one, or filter the list first.`);
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

/** Starts the selection mode without a long press or modifier key. */
export function startPicking(): void {
  selectionStore.set({ ...NOTHING, isActive: true });
}
