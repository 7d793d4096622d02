import type { Preference } from '@lectern/contract';
import { showLook } from '#lib/look.ts';
import { readStored, watchStored, writeStored } from '#lib/storage.ts';
import { createStore, type Store, useStore } from '#lib/store.ts';
import { lookOf } from './look-options.ts';
import { isAllowed } from './definition.ts';
import {
  type ReaderSettings,
  READING_KEYS,
  READING_OPTIONS,
  readingOptionsOf,
  type SettingName,
} from './reading-options.ts';
import {
  type Changes,
  type Held,
  isSame,
  parseHeld,
  type Values,
  withAnswer,
  withChanges,
  withSent,
} from './values.ts';

/** Local storage key: the user whose preferences this browser last held. */
const OWNER = 'preferences.owner';
const keyOf = (owner: string) => `preferences.${owner}`;

function readHeld(owner: string): Held {
  return parseHeld(owner, readStored(keyOf(owner)));
}

function lastHeld(): Held {
  const owner = readStored(OWNER);
  return readHeld(typeof owner === 'string' ? owner : '');
}

const store = createStore<Held>(lastHeld());

/** Read-only view of the store. */
export const heldPreferences: Pick<Store<Held>, 'get' | 'watch'> = store;

/** Current preferences, including a recent write by another tab. */
function current(): Held {
  const { owner } = store.get();
  const stored = readStored(keyOf(owner));
  return stored === undefined ? store.get() : parseHeld(owner, stored);
}

function show(held: Held): void {
  // subscribers read the new colours
  showLook(lookOf(held.values));
  store.set(held);
}

function keep(held: Held): void {
  show(held);
  writeStored(keyOf(held.owner), { values: held.values, unsent: held.unsent });
}

export function openPreferences(owner: string): void {
  if (store.get().owner === owner) return;
  writeStored(OWNER, owner);
  show(readHeld(owner));
}

/** Applies changes at once and queues them for the server; null resets to the default. */
export function setPreferences(changes: Changes): void {
  const held = current();
  const { values } = held;
  const differing = Object.entries(changes).filter(([key, value]) => !isSame(values[key] ?? null, value));
  if (differing.length > 0) keep(withChanges(held, Object.fromEntries(differing)));
}

/** Merges a server answer, unless another user signed in meanwhile. */
export function takeAnswer(owner: string, answer: readonly Preference[]): void {
  if (store.get().owner === owner) keep(withAnswer(current(), answer));
}

/** Marks changes as delivered or permanently refused. */
export function markSent(owner: string, sent: Changes): void {
  if (store.get().owner === owner) keep(withSent(current(), sent));
}

/** Follows changes of other tabs; returns the unsubscribe function. */
export function watchOtherTabs(): () => void {
  return watchStored((key) => {
    const { owner } = store.get();
    if (key === keyOf(owner)) show(readHeld(owner));
  });
}

/** Preferences, including changes not yet delivered. */
export function useHeldPreferences(): Held {
  return useStore(store);
}

export function usePreferences(): Values {
  return useStore(store).values;
}

let options: { readonly values: Values; readonly settings: ReaderSettings } | undefined;

/** Returns the same object until an option changes. */
function readingOptions(): ReaderSettings {
  const { values } = store.get();
  if (options?.values !== values) options = { values, settings: readingOptionsOf(values) };
  return options.settings;
}

/** Reader options; open readers update at once. */
export function useReadingOptions(): ReaderSettings {
  usePreferences();
  return readingOptions();
}

/** Ignores an invalid value. */
export function changeReadingOption(name: SettingName, value: string | number | boolean): void {
  const definition = READING_OPTIONS[name];
  if (!isAllowed(definition, value)) return;
  setPreferences({ [READING_KEYS[name]]: value === definition.fallback ? null : value });
}
