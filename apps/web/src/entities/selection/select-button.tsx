import { t } from '@lingui/core/macro';
import { useStore } from '#lib/store.ts';
import { Button } from '#ui/controls/button.tsx';
import { usePageActions } from '#ui/overlays/page-actions.ts';
import { selectionStore } from './selection.ts';
import { startPicking } from './use-grid-selection.ts';

/** Starts the selection mode; shown beside the sort order. */
export function SelectButton() {
  const { isActive } = useStore(selectionStore);
  usePageActions('', [{ label: t`Select`, icon: 'tasks', run: startPicking }]);
  return <Button icon="tasks" aria-pressed={isActive} onClick={startPicking}>{t`Select`}</Button>;
}
