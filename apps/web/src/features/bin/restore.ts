import { plural, t } from '@lingui/core/macro';
import type { BinChange } from '@lectern/contract';
import { type Undoable, useUndoable } from '#entities/undo/use-undoable.ts';

/** One series needs no mention. */
function countWords({ books, series }: BinChange): string {
  if (series <= 1) return plural(books, { one: '# book restored', other: '# books restored' });
  return t`${plural(books, { one: '# book', other: '# books' })} of ${plural(series, { one: '# series', other: '# series' })} restored`;
}

function restoredWords(change: BinChange): string {
  const { missing, filesKept } = change;
  return [
    countWords(change),
    ...(filesKept === 0
      ? []
      : [plural(filesKept, { one: '# file stayed in the trash', other: '# files stayed in the trash' })]),
    ...(missing === 0 ? [] : [plural(missing, { one: '# file is missing', other: '# files are missing' })]),
  ].join(' · ');
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
