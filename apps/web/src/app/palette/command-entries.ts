import { t } from '@lingui/core/macro';
import type { Library } from '@lectern/contract';
import { APP_OPTIONS } from '#entities/preferences/look-options.ts';
import { setPreferences } from '#entities/preferences/store.ts';
import type { PaletteEntry } from '#features/search/palette/entry.ts';
import { listPageActions, type PageActions } from '#ui/overlays/page-actions.ts';

function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
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
      run: 'download' in item ? () => download(item.download) : item.run,
    })),
  );
}

/** A theme each. */
export function listThemeEntries(): readonly PaletteEntry[] {
  const { label, labels, fallback } = APP_OPTIONS['ui.theme'];
  return Object.entries(labels).map(([theme, name]) => ({
    id: `theme-${theme}`,
    group: 'commands',
    label: t`Theme: ${name}`,
    words: label,
    icon: 'sun',
    run: () => setPreferences({ 'ui.theme': theme === fallback ? null : theme }),
  }));
}

interface LibraryCommands {
  readonly onScan: (libraries: readonly Library[]) => void;
  readonly onEdit: (library: Library) => void;
}

/** For users who manage the libraries. */
export function listLibraryCommands(
  libraries: readonly Library[],
  { onScan, onEdit }: LibraryCommands,
): readonly PaletteEntry[] {
  const each = libraries.flatMap((library): readonly PaletteEntry[] => [
    {
      id: `scan-${library.id}`,
      group: 'commands',
      label: t`Scan for changes`,
      detail: library.name,
      icon: 'refresh',
      run: () => onScan([library]),
    },
    {
      id: `edit-library-${library.id}`,
      group: 'settings',
      label: t`Library settings`,
      detail: library.name,
      icon: 'settings',
      isSetting: true,
      run: () => onEdit(library),
    },
  ]);
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
