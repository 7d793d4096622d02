import type { Setting } from '@lectern/contract';
import { createStore, type Store, useStore } from '#lib/store.ts';

export interface Draft {
  /** In the text form of the API; null for the default. */
  readonly value: string | null;
  /** Version of the setting when the change began. */
  readonly version: number;
}

/** Changes by setting key. */
export type Drafts = Readonly<Record<string, Draft>>;

interface Kept {
  readonly owner: string;
  readonly drafts: Drafts;
}

const NONE: Drafts = {};
const store: Store<Kept> = createStore<Kept>({ owner: '', drafts: NONE });

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

store.watch(() => {
  if (Object.keys(store.get().drafts).length > 0) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
});

/** Unsaved changes of one user; they survive leaving the page. */
export function useDrafts(owner: string): readonly [Drafts, (drafts: Drafts) => void] {
  const kept = useStore(store);
  return [kept.owner === owner ? kept.drafts : NONE, (drafts) => store.set({ owner, drafts })];
}

/** Removes saved changes and keeps later ones. */
export function forgetSaved(owner: string, sent: Drafts, saved: readonly Setting[]): void {
  const kept = store.get();
  if (kept.owner === owner) store.set({ owner, drafts: rebaseDrafts(kept.drafts, sent, saved) });
}

/**
 * Rebases changes made during a save onto the saved values.
 * @param saved current state of the sent settings
 */
export function rebaseDrafts(drafts: Drafts, sent: Drafts, saved: readonly Setting[]): Drafts {
  const versions = new Map(saved.map(({ key, version }) => [key, version]));
  const since = Object.entries(drafts).filter(([key, { value }]) => sent[key]?.value !== value);
  return Object.fromEntries(
    since.map(([key, draft]) => [key, { ...draft, version: versions.get(key) ?? draft.version }]),
  );
}

export function countDrafts(owner: string): number {
  const kept = store.get();
  return kept.owner === owner ? Object.keys(kept.drafts).length : 0;
}

/** The value including the draft. */
export function draftedValue(setting: Setting, draft: Draft | undefined): string {
  return draft === undefined ? setting.value : (draft.value ?? setting.defaultValue);
}

function isHeld({ isSet, value }: Setting, wanted: string | null): boolean {
  return isSet ? wanted === value : wanted === null;
}

/** Adds a change; the current value is no change, and the default value becomes null. */
export function withDraft(drafts: Drafts, setting: Setting, wanted: string | null): Drafts {
  const { [setting.key]: before, ...others } = drafts;
  const { isSensitive, defaultValue } = setting;
  const value = wanted === defaultValue && !isSensitive ? null : wanted;
  if (isSensitive ? value === '' : isHeld(setting, value)) return others;
  return { ...others, [setting.key]: { value, version: before?.version ?? setting.version } };
}

/** Request body; skips unknown settings. */
export function toUpdates(drafts: Drafts, settings: readonly Setting[]) {
  return settings.flatMap(({ key }) => {
    const draft = drafts[key];
    return draft === undefined ? [] : [{ key, value: draft.value }];
  });
}

/** Request body that restores the current values. */
export function toUndo(drafts: Drafts, settings: readonly Setting[]) {
  return settings
    .filter(({ key, isSensitive }) => key in drafts && !isSensitive)
    .map(({ key, isSet, value }) => ({ key, value: isSet ? value : null }));
}
