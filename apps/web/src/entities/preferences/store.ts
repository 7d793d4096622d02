import type { Preference } from '@lectern/contract';
import { showLook } from '#lib/look.ts';
import { readStored, removeStored, watchStored, writeStored } from '#lib/storage.ts';
import { createStore, type Store, useStore } from '#lib/store.ts';
import { isRefusedInView } from '#lib/viewing.ts';
import { toLook } from './look-options.ts';
import {
  type Changes,
  type LocalPreferences,
  isSame,
  parseLocalPreferences,
  pickUnsent,
  type Values,
  withAnswer,
  withChanges,
  withSent,
} from './values.ts';

/** Local storage key: the user whose preferences this browser last held. */
const OWNER = 'preferences.owner';
const getStorageKey = (owner: string) => `preferences.${owner}`;

function readLocal(owner: string): LocalPreferences {
  return parseLocalPreferences(owner, readStored(getStorageKey(owner)));
}

function readLast(): LocalPreferences {
  const owner = readStored(OWNER);
  return readLocal(typeof owner === 'string' ? owner : '');
}

/** Local storage key: what holds on this device alone, for all of its users. */
const HERE = 'here';
const THEME = 'ui.theme';

function readHere(): Values {
  const stored = readStored(HERE);
  // this module wrote it as JSON
  return typeof stored === 'object' && stored !== null ? (stored as Values) : {};
}

const store = createStore<LocalPreferences>(readLast());
const hereStore = createStore<Values>(readHere());
const shownStore = createStore<Values>({ ...store.get().values, ...hereStore.get() });

/** Read-only view of the preferences of the account. */
export const localPreferences: Pick<Store<LocalPreferences>, 'get' | 'watch'> = store;

/** Read-only view of what holds here: values of this device, then of the account. */
export const shownPreferences: Pick<Store<Values>, 'get'> = shownStore;

/** Current preferences, including a recent write by another tab. */
function current(): LocalPreferences {
  const { owner } = store.get();
  const stored = readStored(getStorageKey(owner));
  return stored === undefined ? store.get() : parseLocalPreferences(owner, stored);
}

function show(held: LocalPreferences): void {
  const shown = { ...held.values, ...hereStore.get() };
  // subscribers read the new colours
  showLook(toLook(shown));
  shownStore.set(shown);
  store.set(held);
}

function keep(held: LocalPreferences): void {
  show(held);
  const { owner, ...stored } = held;
  writeStored(getStorageKey(owner), stored);
}

/** Shows the preferences of a user. What this page changed before it knew its user is theirs. */
export function openPreferences(owner: string): void {
  const before = store.get();
  if (before.owner === owner) return;
  const early = before.owner === '' ? pickUnsent(current()) : {};
  writeStored(OWNER, owner);
  removeStored(getStorageKey(''));
  show(readLocal(owner));
  setAccountPreferences(early);
}

/** Shows other values of this device at once; null is the default. */
function showHere(values: Values): void {
  hereStore.set(values);
  show({ ...current() });
}

/** Replaces what holds on this device alone; null is the default. */
export function setHere(values: Values): void {
  if (isRefusedInView()) return;
  writeStored(HERE, values);
  showHere(values);
}

/**
 * Applies changes at once: on this device what has a value here, else in the account. The theme for e-ink is one of the
 * device; any other ends what holds here. Null resets to the default.
 */
export function setPreferences(changes: Changes): void {
  if (isRefusedInView()) return;
  const theme = changes[THEME];
  const here = theme === undefined || theme === 'e-ink' ? hereStore.get() : {};
  const stays = ([key]: readonly [string, unknown]) => key in here || (key === THEME && theme === 'e-ink');
  const staying = Object.entries(changes).filter(stays);
  if (staying.length > 0 || here !== hereStore.get()) setHere({ ...here, ...Object.fromEntries(staying) });
  setAccountPreferences(Object.fromEntries(Object.entries(changes).filter((change) => !stays(change))));
}

/** Applies changes to the account at once and queues them for the server; null resets to the default. */
export function setAccountPreferences(changes: Changes): void {
  if (isRefusedInView()) return;
  const held = current();
  const { values } = held;
  const differing = Object.entries(changes).filter(([key, value]) => !isSame(values[key] ?? null, value));
  if (differing.length > 0) keep(withChanges(held, Object.fromEntries(differing), Date.now()));
}

/**
 * Merges a server answer, unless another user signed in meanwhile.
 * @param askedAt epoch milliseconds of the request
 * @returns whether the answer was recent enough
 */
export function takeAnswer(owner: string, answer: readonly Preference[], askedAt: number): boolean {
  if (store.get().owner !== owner) return true;
  const held = current();
  const merged = withAnswer(held, answer, askedAt);
  keep(merged);
  return merged !== held;
}

/** Marks changes as delivered or permanently refused. */
export function markSent(owner: string, sent: Changes): void {
  if (store.get().owner === owner) keep(withSent(current(), sent, Date.now()));
}

/** Follows changes of other tabs; returns the unsubscribe function. */
export function watchOtherTabs(): () => void {
  return watchStored((key) => {
    const { owner } = store.get();
    if (key === getStorageKey(owner)) show(readLocal(owner));
    if (key === HERE) showHere(readHere());
  });
}

/** Preferences of the account, including changes not yet delivered. */
export function useLocalPreferences(): LocalPreferences {
  return useStore(store);
}

/** What holds on this device alone. */
export function useHere(): Values {
  return useStore(hereStore);
}

/** Preferences as they hold here. */
export function usePreferences(): Values {
  return useStore(shownStore);
}
