import { readStored, watchStored, writeStored } from '#lib/storage.ts';
import { createStore, useStore } from '#lib/store.ts';
import { isRefusedInView } from '#lib/viewing.ts';
import { localPreferences } from './store.ts';
import type { Values } from './values.ts';

/** Reader options that the user keeps on this device. */
export interface DeviceOptions {
  /** User id. */
  readonly owner: string;
  /** Whether changes stay on this device. */
  readonly only: boolean;
  /** By preference key; they override profiles and preferences. */
  readonly values: Values;
}

const getStorageKey = (owner: string) => `reader.device.${owner}`;

function readDevice(owner: string): DeviceOptions {
  const stored = readStored(getStorageKey(owner));
  if (typeof stored !== 'object' || stored === null) return { owner, only: false, values: {} };
  const { only, values } = stored as Partial<Record<keyof DeviceOptions, unknown>>;
  // this module wrote it as JSON
  return {
    owner,
    only: only === true,
    values: typeof values === 'object' && values !== null ? (values as Values) : {},
  };
}

const store = createStore(readDevice(localPreferences.get().owner));

localPreferences.watch(() => {
  const { owner } = localPreferences.get();
  if (owner !== store.get().owner) store.set(readDevice(owner));
});
watchStored((key) => {
  const { owner } = store.get();
  if (key === getStorageKey(owner)) store.set(readDevice(owner));
});

function keep(changed: DeviceOptions): void {
  if (isRefusedInView()) return;
  store.set(changed);
  writeStored(getStorageKey(changed.owner), { only: changed.only, values: changed.values });
}

/** Options of this device; other tabs follow. */
export function useDeviceOptions(): DeviceOptions {
  return useStore(store);
}

/** Whether a change of an option stays on this device: all do, or this one has a value here. */
export function staysHere(key: string): boolean {
  const { only, values } = store.get();
  return only || key in values;
}

export function changeDeviceOptions(values: Values): void {
  const before = store.get();
  keep({ ...before, values: { ...before.values, ...values } });
}

/** Chooses whether later changes stay on this device. */
export function setOnlyHere(only: boolean): void {
  keep({ ...store.get(), only });
}

/** The options of profiles and preferences apply here again. */
export function resetDeviceOptions(): void {
  keep({ ...store.get(), values: {} });
}
