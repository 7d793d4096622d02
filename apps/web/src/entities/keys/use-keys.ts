import { useMemo } from 'react';
import { setPreferences, usePreferences } from '#entities/preferences/store.ts';
import { type KeyChanges, KEYS_PREFERENCE, mergeKeys, parseKeyChanges } from './bindings.ts';
import type { KeyMap } from './key-map.ts';

/** Keys of the user, shared by all readers and devices. */
export function useKeys(): KeyMap {
  const stored = usePreferences()[KEYS_PREFERENCE];
  return useMemo(() => mergeKeys(parseKeyChanges(stored)), [stored]);
}

/** Stores the changed keys. */
export function setKeys(changes: KeyChanges): void {
  const entries = Object.entries(changes).map(([action, keys]): [string, string[]] => [action, [...keys]]);
  setPreferences({ [KEYS_PREFERENCE]: entries.length === 0 ? null : Object.fromEntries(entries) });
}
