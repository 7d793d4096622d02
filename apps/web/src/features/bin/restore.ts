import type { BinChange } from '@lectern/contract';
import { binWords } from '#entities/selection/delete-picked.ts';
import { type Undoable, useUndoable } from '#entities/undo/use-undoable.ts';

function restoredWords(change: BinChange): string {
  const { missing, books } = change;
  const words = `${binWords(change)} restored`;
  if (missing === 0) return words;
  return missing === books
    ? `${words}, but the file is missing`
    : `${words}; the files of ${String(missing)} are missing`;
}

/** Restores something and says what came back. */
export function useRestore() {
  const restore = useUndoable(undefined, 'bin');
  return {
    isPending: restore.isPending,
    run: (work: () => Promise<BinChange>) =>
      restore.mutate(async (): Promise<Undoable> => ({ text: restoredWords(await work()) })),
  };
}
