import { plural, t } from '@lingui/core/macro';
import type { BinChange } from '@lectern/contract';
import { binWords } from '#entities/selection/delete-picked.ts';
import { type Undoable, useUndoable } from '#entities/undo/use-undoable.ts';

function restoredWords(change: BinChange): string {
  const { missing, books, filesKept } = change;
  const kept =
    filesKept === 0 ? '' : t`; ${plural(filesKept, { one: '# file', other: '# files' })} could not leave the trash`;
  const words = t`${binWords(change)} restored${kept}`;
  if (missing === 0) return words;
  return missing === books
    ? t`${words}, but the file is missing`
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
