import { t } from '@lingui/core/macro';
import { useHasAccount } from '#entities/user/use-may.ts';
import { useStore } from '#lib/store.ts';
import { Button } from '#ui/controls/button.tsx';
import { usePageActions } from '#ui/overlays/page-actions.ts';
import { selectionStore } from './selection.ts';
import { startPicking } from './use-grid-selection.ts';

/** Starts the selection mode; shown beside the sort order. Guests have nothing to do with what they select. */
export function SelectButton() {
  const { isActive } = useStore(selectionStore);
  const selects = useHasAccount();
  usePageActions('', selects ? [{ label: t`Select`, icon: 'tasks', run: startPicking }] : []);
  if (!selects) return null;
  return <Button icon="tasks" aria-pressed={isActive} onClick={startPicking}>{t`Select`}</Button>;
}
