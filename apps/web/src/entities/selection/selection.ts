import { createStore } from '#lib/store.ts';

/** Selection of the current grid; only one exists. */
export interface Selection {
  /** A click selects instead of opening. */
  readonly isActive: boolean;
  readonly ids: ReadonlySet<string>;
  /** Everything in the list, loaded or not; `ids` is empty then. */
  readonly isWhole: boolean;
}

export const NOTHING: Selection = { isActive: false, ids: new Set(), isWhole: false };

export const selectionStore = createStore<Selection>(NOTHING);

/** Selects or deselects an item. An empty selection stays active, so one wrong click does not end it. */
export function toggled(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { isActive: true, ids, isWhole: false };
}

export function withMore(selection: Selection, more: readonly string[]): Selection {
  return { isActive: true, ids: new Set([...selection.ids, ...more]), isWhole: false };
}

export function allBut(all: readonly string[], id: string): Selection {
  return { isActive: true, ids: new Set(all.filter((one) => one !== id)), isWhole: false };
}

export const WHOLE: Selection = { isActive: true, ids: new Set(), isWhole: true };
