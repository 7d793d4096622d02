import { createStore } from '#lib/store.ts';

/** What is picked in the grid on the screen; there is one at a time. */
export interface Selection {
  /** Whether a click picks instead of opening. */
  readonly isActive: boolean;
  readonly ids: ReadonlySet<string>;
  /** Everything that the list holds, whether it was loaded or not; `ids` is empty then. */
  readonly isWhole: boolean;
}

/** Nothing is picked. */
export const NOTHING: Selection = { isActive: false, ids: new Set(), isWhole: false };

export const selectionStore = createStore<Selection>(NOTHING);

/** Picks an item, or drops it; without any the selection goes on, so that a slip does not end it. */
export function toggled(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { isActive: true, ids, isWhole: false };
}

/** Picks more. */
export function withMore(selection: Selection, more: readonly string[]): Selection {
  return { isActive: true, ids: new Set([...selection.ids, ...more]), isWhole: false };
}

/** Picks everything but one. */
export function allBut(all: readonly string[], id: string): Selection {
  return { isActive: true, ids: new Set(all.filter((one) => one !== id)), isWhole: false };
}

/** Picks whatever the list holds. */
export const WHOLE: Selection = { isActive: true, ids: new Set(), isWhole: true };
