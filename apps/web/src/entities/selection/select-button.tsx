import { useStore } from '#lib/store.ts';
import { Button } from '#ui/controls/button.tsx';
import { selectionStore } from './selection.ts';
import { startPicking } from './use-grid-selection.ts';

/** Begins picking in the grid of the page; stands beside the order of the list. */
export function SelectButton() {
  const { isActive } = useStore(selectionStore);
  return (
    <Button icon="tasks" aria-pressed={isActive} onClick={startPicking}>
      Select
    </Button>
  );
}
