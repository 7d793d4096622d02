import { t } from '@lingui/core/macro';
import type { Library } from '@lectern/contract';
import { chooseAppOption } from '#entities/preferences/choose-app-option.ts';
import type { Choice } from '#entities/preferences/definition.ts';
import { E_INK, isEInk } from '#entities/preferences/e-ink.ts';
import { APP_OPTIONS, type AppOption } from '#entities/preferences/look-options.ts';
import { switchEInk } from '#entities/preferences/switch-e-ink.ts';
import type { Values } from '#entities/preferences/values.ts';
import type { PaletteEntry } from '#features/search/palette/entry.ts';
import { listPageActions, type MenuDownload, type MenuItem, type PageActions } from '#ui/overlays/page-actions.ts';
import type { IconName } from '#ui/pictures/icon.tsx';

function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** Its key and its other words, where it has them. */
function pickHints(item: MenuItem | MenuDownload): Pick<PaletteEntry, 'keys' | 'words'> {
  if ('download' in item) return {};
  const { keys, words } = item;
  return { ...(keys === undefined ? {} : { keys }), ...(words === undefined ? {} : { words }) };
}

/** What the menus and buttons of the page offer. */
export function listActionEntries(actions: readonly PageActions[] = listPageActions()): readonly PaletteEntry[] {
  return actions.flatMap(({ title, items }, index) =>
    items.map((item) => ({
      id: `action-${String(index)}-${item.label}`,
      group: 'actions' as const,
      label: item.label,
      detail: title,
      icon: item.icon ?? 'forward',
      ...pickHints(item),
      run: 'download' in item ? () => download(item.download) : item.run,
    })),
  );
}

const OPTION_ICONS: Readonly<Record<AppOption, IconName>> = {
  'ui.theme': 'sun',
  'ui.cover_size': 'grid',
  'ui.motion': 'play',
  'ui.formats': 'history',
  'ui.language': 'book',
};

/** Each value of each option of the app. */
export function listOptionEntries(): readonly PaletteEntry[] {
  // the keys of APP_OPTIONS
  const options = Object.entries<Choice<string>>(APP_OPTIONS) as [AppOption, Choice<string>][];
  return options.flatMap(([option, { label: setting, labels }]) =>
    Object.entries(labels)
      // its preset has a command of its own
      .filter(([value]) => option !== 'ui.theme' || value !== E_INK['ui.theme'])
      .map(([value, choice]) => ({
        id: `${option}-${value}`,
        group: 'commands' as const,
        label: t`${setting}: ${choice}`,
        icon: OPTION_ICONS[option],
        isOnlyFound: true,
        run: () => chooseAppOption(option, value),
      })),
  );
}

/** Turns the preset for e-ink on or off, as its switch does. */
export function getEInkEntry(values: Values): PaletteEntry {
  const isOn = isEInk(values);
  return {
    id: 'e-ink',
    group: 'commands',
    label: isOn ? t`Turn E-ink off` : t`Turn E-ink on`,
    icon: 'device',
    run: () => switchEInk(!isOn),
  };
}

/** For users who manage the libraries. */
export function listScanEntries(
  libraries: readonly Library[],
  onScan: (libraries: readonly Library[]) => void,
): readonly PaletteEntry[] {
  const each = libraries.map(
    (library): PaletteEntry => ({
      id: `scan-${library.id}`,
      group: 'commands',
      label: t`Scan for changes`,
      detail: library.name,
      icon: 'refresh',
      run: () => onScan([library]),
    }),
  );
  if (libraries.length < 2) return each;
  return [
    {
      id: 'scan-all',
      group: 'commands',
      label: t`Scan all libraries`,
      icon: 'refresh',
      run: () => onScan(libraries),
    },
    ...each,
  ];
}
