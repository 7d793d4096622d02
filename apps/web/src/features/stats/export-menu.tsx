import { t } from '@lingui/core/macro';
import type { ReadingStats } from '@lectern/contract';
import { saveFile } from '#lib/save-file.ts';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { partsAsCsv, periodsAsCsv } from './export-words.ts';

export function ExportMenu({ stats }: { readonly stats: ReadingStats }) {
  const { from, to } = stats;
  const name = t`reading ${from} to ${to}`;
  const rankings = t`reading ${from} to ${to}, rankings`;
  const save = (fileName: string, type: string, text: string) => saveFile(fileName, new Blob([text], { type }));
  const items: readonly MenuItem[] = [
    {
      label: t`Download reading over time (CSV)`,
      icon: 'download',
      run: () => save(`${name}.csv`, 'text/csv', periodsAsCsv(stats)),
    },
    {
      label: t`Download rankings (CSV)`,
      icon: 'download',
      run: () => save(`${rankings}.csv`, 'text/csv', partsAsCsv(stats)),
    },
    {
      label: t`Download everything (JSON)`,
      icon: 'download',
      run: () => save(`${name}.json`, 'application/json', JSON.stringify(stats, undefined, 2)),
    },
  ];
  return <Menu label={t`Download statistics`} items={items} />;
}
