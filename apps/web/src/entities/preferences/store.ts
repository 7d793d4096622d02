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

/** Whose preferences held last in this browser. */
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

/** The preferences as this browser holds them, for reading alone. */
export const heldPreferences: Pick<Store<Held>, 'get' | 'watch'> = store;

/** What holds now, with what another tab wrote a moment ago. */
function current(): Held {
  const { owner } = store.get();
  const stored = readStored(keyOf(owner));
  return stored === undefined ? store.get() : parseHeld(owner, stored);
}

function show(held: Held): void {
  // whoever watches finds the colours of the new look
  showLook(lookOf(held.values));
  store.set(held);
}

function keep(held: Held): void {
  show(held);
  writeStored(keyOf(held.owner), { values: held.values, unsent: held.unsent });
}

/** Turns to the preferences of whoever signed in. */
export function openPreferences(owner: string): void {
  if (store.get().owner === owner) return;
  writeStored(OWNER, owner);
  show(readHeld(owner));
}

/** Changes preferences, here at once and on the server soon; null puts one back to its default. */
export function setPreferences(changes: Changes): void {
  const held = current();
  const { values } = held;
  const differing = Object.entries(changes).filter(([key, value]) => !isSame(values[key] ?? null, value));
  if (differing.length > 0) keep(withChanges(held, Object.fromEntries(differing)));
}

/** Takes over what the server holds for a user, unless somebody else signed in meanwhile. */
export function takeAnswer(owner: string, answer: readonly Preference[]): void {
  if (store.get().owner === owner) keep(withAnswer(current(), answer));
}

/** The server took changes of a user, or refused them for good. */
export function markSent(owner: string, sent: Changes): void {
  if (store.get().owner === owner) keep(withSent(current(), sent));
}

/** Follows what other tabs of this browser change. Returns the way to stop. */
export function watchOtherTabs(): () => void {
  return watchStored((key) => {
    const { owner } = store.get();
    if (key === keyOf(owner)) show(readHeld(owner));
  });
}

/** The preferences with what of them has not reached the server. */
export function useHeldPreferences(): Held {
  return useStore(store);
}

/** The preferences that are set. */
export function usePreferences(): Values {
  return useStore(store).values;
}

let options: { readonly values: Values; readonly settings: ReaderSettings } | undefined;

/** The options of the reader; the same object as long as nothing changed. */
function readingOptions(): ReaderSettings {
  const { values } = store.get();
  if (options?.values !== values) options = { values, settings: readingOptionsOf(values) };
  return options.settings;
}

/** The options of the reader; every open reader follows a change at once. */
export function useReadingOptions(): ReaderSettings {
  usePreferences();
  return readingOptions();
}

/** Changes one option of the reader; a value that is not allowed changes nothing. */
export function changeReadingOption(name: SettingName, value: string | number | boolean): void {
  const definition = READING_OPTIONS[name];
  if (!isAllowed(definition, value)) return;
  setPreferences({ [READING_KEYS[name]]: value === definition.fallback ? null : value });
}
