import { readStored, writeStored } from '#lib/storage.ts';
import { createStore, useStore } from '#lib/store.ts';
import { parseSettings, type ReaderSettings, type SettingName } from './definitions.ts';

const KEY = 'reader.settings';

const store = createStore<ReaderSettings>(parseSettings(readStored(KEY)));

/** The settings of this browser; every open reader follows a change at once. */
export function useReaderSettings(): ReaderSettings {
  return useStore(store);
}

/** Changes one setting and keeps it; a value that is not allowed changes nothing. */
export function changeSetting(name: SettingName, value: string | number | boolean): void {
  const next = parseSettings({ ...store.get(), [name]: value });
  if (next[name] !== value) return;
  store.set(next);
  writeStored(KEY, next);
}
