import { t } from '@lingui/core/macro';
import type { ReadingStats } from '@lectern/contract';
import { saveFile } from '#lib/save-file.ts';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { partsAsCsv, periodsAsCsv } from './export-words.ts';

export function ExportMenu({ stats }: { readonly stats: ReadingStats }) {
  const name = t`reading ${stats.from} to ${stats.to}`;
  const save = (ending: string, type: string, text: string) => saveFile(`${name}${ending}`, new Blob([text], { type }));
  const items: readonly MenuItem[] = [
    { label: t`Save over time (CSV)`, icon: 'download', run: () => save('.csv', 'text/csv', periodsAsCsv(stats)) },
    {
      label: t`Save what was read (CSV)`,
      icon: 'download',
      run: () => save(', what was read.csv', 'text/csv', partsAsCsv(stats)),
    },
    {
      label: t`Save everything (JSON)`,
      icon: 'download',
      run: () => save('.json', 'application/json', JSON.stringify(stats, undefined, 2)),
    },
  ];
  return <Menu label={t`Save these figures`} items={items} />;
}
