import type { Setting } from '@lectern/contract';
import { createStore, type Store, useStore } from '#lib/store.ts';

/** A change of a setting that is not saved. */
export interface Draft {
  /** As the API writes values; null for the default. */
  readonly value: string | null;
  /** The setting as it was when the change began. */
  readonly version: number;
}

/** Changes by key of their setting. */
export type Drafts = Readonly<Record<string, Draft>>;

interface Kept {
  /** Id of the user who made them. */
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

/** What somebody has changed and not saved; it outlives the page, and is nobody else's. */
export function useDrafts(owner: string): readonly [Drafts, (drafts: Drafts) => void] {
  const kept = useStore(store);
  return [kept.owner === owner ? kept.drafts : NONE, (drafts) => store.set({ owner, drafts })];
}

/** Forgets what was saved; what was typed since stays. */
export function forgetSaved(owner: string, sent: Drafts, saved: readonly Setting[]): void {
  const kept = store.get();
  if (kept.owner === owner) store.set({ owner, drafts: unsaved(kept.drafts, sent, saved) });
}

/**
 * Drafts that were made after others were sent, as changes of what is saved now.
 * @param saved the settings that were sent, as they are now
 */
export function unsaved(drafts: Drafts, sent: Drafts, saved: readonly Setting[]): Drafts {
  const versions = new Map(saved.map(({ key, version }) => [key, version]));
  const since = Object.entries(drafts).filter(([key, { value }]) => sent[key]?.value !== value);
  return Object.fromEntries(
    since.map(([key, draft]) => [key, { ...draft, version: versions.get(key) ?? draft.version }]),
  );
}

/** How many changes somebody has not saved. */
export function countDrafts(owner: string): number {
  const kept = store.get();
  return kept.owner === owner ? Object.keys(kept.drafts).length : 0;
}

/** What a setting would be with its draft. */
export function draftedValue(setting: Setting, draft: Draft | undefined): string {
  return draft === undefined ? setting.value : (draft.value ?? setting.defaultValue);
}

function isHeld({ isSet, value }: Setting, wanted: string | null): boolean {
  return isSet ? wanted === value : wanted === null;
}

/** With another value for a setting; the value that it has already is no change, and its default is followed. */
export function withDraft(drafts: Drafts, setting: Setting, wanted: string | null): Drafts {
  const { [setting.key]: before, ...others } = drafts;
  const { isSensitive, defaultValue } = setting;
  const value = wanted === defaultValue && !isSensitive ? null : wanted;
  if (isSensitive ? value === '' : isHeld(setting, value)) return others;
  return { ...others, [setting.key]: { value, version: before?.version ?? setting.version } };
}

/** Those of settings that there are, as the API takes them. */
export function updatesOf(drafts: Drafts, settings: readonly Setting[]) {
  return settings.flatMap(({ key }) => {
    const draft = drafts[key];
    return draft === undefined ? [] : [{ key, value: draft.value }];
  });
}

/** What brings settings back to how they are now. */
export function undoOf(drafts: Drafts, settings: readonly Setting[]) {
  return settings
    .filter(({ key, isSensitive }) => key in drafts && !isSensitive)
    .map(({ key, isSet, value }) => ({ key, value: isSet ? value : null }));
}
