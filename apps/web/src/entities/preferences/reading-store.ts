import { createContext, useContext, useMemo } from 'react';
import type { Definition } from './definition.ts';
import { isAllowed } from './definition.ts';
import { changeDeviceOptions, staysHere, useDeviceOptions } from './device-options.ts';
import {
  parseReadingOptions,
  READING_KEYS,
  READING_OPTIONS,
  type ReaderSettings,
  type SettingName,
} from './reading-options.ts';
import { setPreferences, usePreferences } from './store.ts';
import type { Values } from './values.ts';

/** Options above the user's preferences: those of a profile. */
export interface ReadingOverlay {
  /** Below the preferences, by preference key: what suits the kind of the library. */
  readonly defaults?: Values;
  /** By preference key. */
  readonly values: Values;
  /** Stores a change in the profile; without it, changes are preferences. */
  readonly change: ((values: Values) => void) | undefined;
  /** Whether options of this device apply. */
  readonly onDevice: boolean;
}

/** The profile around an open reader or an editor; absent where the preferences themselves are shown. */
export const ReadingOverlayContext = createContext<ReadingOverlay | undefined>(undefined);

const NONE: Values = {};

/** Reader options in effect; open readers update at once. */
export function useReadingOptions(): ReaderSettings {
  const values = usePreferences();
  const overlay = useContext(ReadingOverlayContext);
  const device = useDeviceOptions();
  const profile = overlay?.values ?? NONE;
  const here = overlay?.onDevice === true ? device.values : NONE;
  const defaults = overlay?.defaults ?? NONE;
  return useMemo(
    () => parseReadingOptions({ ...defaults, ...values, ...profile, ...here }),
    [defaults, values, profile, here],
  );
}

export type ChangeReadingOption = (name: SettingName, value: string | number | boolean) => void;

/** Stores an option where it applies: on this device, in the profile in use, or in the preferences. */
export function useChangeReadingOption(): ChangeReadingOption {
  const overlay = useContext(ReadingOverlayContext);
  return (name, value) => {
    const definition: Definition = READING_OPTIONS[name];
    if (!isAllowed(definition, value)) return;
    const key = READING_KEYS[name];
    if (overlay?.onDevice === true && staysHere(key)) changeDeviceOptions({ [key]: value });
    else if (overlay?.change !== undefined) overlay.change({ [key]: value });
    else setPreferences({ [key]: value === definition.fallback ? null : value });
  };
}
