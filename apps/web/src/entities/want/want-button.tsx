import { t } from '@lingui/core/macro';
import { orKeep } from '#entities/offline/or-keep.ts';
import { useUndoableChanges } from '#entities/undo/use-undoable-changes.ts';
import { useMay } from '#entities/user/use-may.ts';
import { Button } from '#ui/controls/button.tsx';
import { usePageActions } from '#ui/overlays/page-actions.ts';
import { removeFromWantToRead, type WantedThing, addToWantToRead } from './change-wanted.ts';

interface WantButtonProps {
  readonly thing: WantedThing;
  readonly wanted: boolean;
}

export function WantButton({ thing, wanted }: WantButtonProps) {
  const may = useMay('ProgressWrite');
  const { waiting, enqueue } = useUndoableChanges({
    owner: `wanting ${thing.id}`,
    store: async (wanted: boolean) =>
      orKeep(
        async () => (wanted ? addToWantToRead(thing) : removeFromWantToRead(thing)),
        { kind: 'want', of: thing.kind, id: thing.id, wanted },
        thing,
      ),
    replaces: () => true,
  });
  const isWanted = waiting.at(-1) ?? wanted;
  const icon = isWanted ? 'bookmark-check' : 'bookmark';
  const toggle = () => enqueue(!isWanted);
  usePageActions(thing.title, may ? [{ label: t`Want to read`, icon, run: toggle }] : []);
  if (!may) return null;
  return <Button icon={icon} size="large" aria-pressed={isWanted} onClick={toggle}>{t`Want to read`}</Button>;
}
