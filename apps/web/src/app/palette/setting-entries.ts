import { t } from '@lingui/core/macro';
import type { Library, Setting } from '@lectern/contract';
import type { Definition } from '#entities/preferences/definition.ts';
import { APP_OPTIONS } from '#entities/preferences/look-options.ts';
import {
  CONTROL_SETTINGS,
  PAGE_SETTINGS,
  READING_KEYS,
  type SettingName,
  TEXT_SETTINGS,
} from '#entities/preferences/reading-options.ts';
import { getOptionMark, LIBRARY_PARTS, listLibraryOptions } from '#features/libraries/library-options.ts';
import type { PaletteEntry } from '#features/search/palette/entry.ts';

/** Opens a page and focuses one of its settings. */
type OpenSetting = (to: '/me/preferences' | '/admin/settings', key: string) => void;

function listWords(definition: Definition): string {
  if (definition.kind === 'choice') return Object.values(definition.labels).join(' ');
  return definition.kind === 'toggle' ? definition.help : '';
}

function toEntry(key: string, place: string, definition: Definition, open: OpenSetting): PaletteEntry {
  return {
    id: `preference-${key}`,
    group: 'settings',
    label: definition.label,
    detail: place,
    words: listWords(definition),
    icon: 'settings',
    isSetting: true,
    run: () => open('/me/preferences', key),
  };
}

/** Preferences of the user, as their page names them. */
export function listPreferenceEntries(open: OpenSetting): readonly PaletteEntry[] {
  const groups = [
    [t`Pages`, PAGE_SETTINGS],
    [t`Text`, TEXT_SETTINGS],
    [t`Touch and keys`, CONTROL_SETTINGS],
  ] as const;
  const ofReader = groups.flatMap(([title, options]) =>
    Object.entries<Definition>(options).map(([name, definition]) =>
      // the options are keyed by their names
      toEntry(READING_KEYS[name as SettingName], t`Reading: ${title}`, definition, open),
    ),
  );
  const ofApp = Object.entries<Definition>(APP_OPTIONS).map(([key, definition]) =>
    toEntry(key, t`Preferences`, definition, open),
  );
  return [...ofApp, ...ofReader];
}

/** Settings of the server; it says their names and what they change. */
export function listServerEntries(settings: readonly Setting[], open: OpenSetting): readonly PaletteEntry[] {
  return settings.map(({ key, label, category, categoryDescription, description }) => ({
    id: `setting-${key}`,
    group: 'settings',
    label,
    detail: category,
    words: `${description} ${categoryDescription}`,
    icon: 'settings',
    isSetting: true,
    run: () => open('/admin/settings', key),
  }));
}

/** The dialog of each library. */
export function listLibraryDialogEntries(
  libraries: readonly Library[],
  open: (library: Library) => void,
): readonly PaletteEntry[] {
  return libraries.map((library) => ({
    id: `edit-library-${library.id}`,
    group: 'settings',
    label: t`Library settings`,
    detail: library.name,
    icon: 'settings',
    isSetting: true,
    run: () => open(library),
  }));
}

/** Options in the dialog of each library. */
export function listLibraryOptionEntries(
  libraries: readonly Library[],
  open: (library: Library, mark: string) => void,
): readonly PaletteEntry[] {
  return libraries.flatMap((library) =>
    listLibraryOptions().map(([name, { part, label, help = '' }]) => ({
      id: `library-${library.id}-${name}`,
      group: 'settings' as const,
      label,
      detail: `${library.name} · ${LIBRARY_PARTS[part]}`,
      words: help,
      icon: 'library' as const,
      isSetting: true,
      run: () => open(library, getOptionMark(name)),
    })),
  );
}
