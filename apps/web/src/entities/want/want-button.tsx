import { useUndoable } from '#entities/undo/use-undoable.ts';
import { useMay } from '#entities/user/use-may.ts';
import { Button } from '#ui/button.tsx';
import { unwantThing, type WantedThing, wantThing } from './change-wanted.ts';

interface WantButtonProps {
  readonly thing: WantedThing;
  readonly wanted: boolean;
}

/** Puts a series or book on the list of what the reader wants to read, or takes it off. */
export function WantButton({ thing, wanted }: WantButtonProps) {
  const may = useMay('ProgressWrite');
  const change = useUndoable();
  if (!may) return null;
  return (
    <Button
      icon={wanted ? 'bookmark-check' : 'bookmark'}
      size="large"
      aria-pressed={wanted}
      busy={change.isPending}
      onClick={() => change.mutate(async () => (wanted ? unwantThing(thing) : wantThing(thing)))}
    >
      Want to read
    </Button>
  );
}
