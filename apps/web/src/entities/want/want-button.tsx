import { t } from '@lingui/core/macro';
import { useUndoableChanges } from '#entities/undo/use-undoable-changes.ts';
import { useMay } from '#entities/user/use-may.ts';
import { Button } from '#ui/controls/button.tsx';
import { removeFromWantToRead, type WantedThing, addToWantToRead } from './change-wanted.ts';

interface WantButtonProps {
  readonly thing: WantedThing;
  readonly wanted: boolean;
}

export function WantButton({ thing, wanted }: WantButtonProps) {
  const may = useMay('ProgressWrite');
  const { waiting, enqueue } = useUndoableChanges({
    owner: `wanting ${thing.id}`,
    store: async (wants: boolean) => (wants ? addToWantToRead(thing) : removeFromWantToRead(thing)),
    replaces: () => true,
  });
  if (!may) return null;
  const isWanted = waiting.at(-1) ?? wanted;
  return (
    <Button
      icon={isWanted ? 'bookmark-check' : 'bookmark'}
      size="large"
      aria-pressed={isWanted}
      onClick={() => enqueue(!isWanted)}
    >{t`Want to read`}</Button>
  );
}
