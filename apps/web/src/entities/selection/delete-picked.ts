import { plural, t } from '@lingui/core/macro';
import type { BinChange } from '@lectern/contract';
import { fetchIds, inChunks, type Picked } from './picked.ts';
import type { Undoable } from '#entities/undo/use-undoable.ts';
import { request } from '#lib/api.ts';

/** Limit of ids per request. */
const AT_ONCE = 500;

/** "3 books of 2 series"; one series needs no mention. */
export function binWords({ books, series }: Pick<BinChange, 'books' | 'series'>): string {
  const words = plural(books, { one: '# book', other: '# books' });
  return series > 1 ? t`${words} of ${plural(series, { one: '# series', other: '# series' })}` : words;
}

async function deleteSome(kind: Picked['kind'], ids: readonly string[], file: boolean): Promise<BinChange> {
  return kind === 'book'
    ? request('deleteManyBooks', { body: { bookIds: [...ids], file } })
    : request('deleteManySeries', { body: { seriesIds: [...ids], file } });
}

/** What happened to the files, as the end of a sentence. */
function fileWords({ filesMoved, filesKept }: Pick<BinChange, 'filesMoved' | 'filesKept'>): string {
  const moved = filesMoved === 0 ? '' : t`, ${plural(filesMoved, { one: '# file', other: '# files' })} to the trash`;
  return filesKept === 0
    ? moved
    : t`${moved}; ${plural(filesKept, { one: '# book', other: '# books' })} stayed because the file cannot be moved`;
}

/**
 * Moves books, or all books of series, to the bin. Undo takes exactly these out again.
 * @param withFiles also moves their files to the trash
 */
export async function deletePicked(picked: Picked, withFiles = false): Promise<Undoable> {
  const deletions: BinChange[] = [];
  for (const ids of inChunks(await fetchIds(picked), AT_ONCE)) {
    deletions.push(await deleteSome(picked.kind, ids, withFiles));
  }
  const done = deletions.filter(({ books }) => books > 0);
  const sum = (name: 'books' | 'series' | 'filesMoved' | 'filesKept') =>
    deletions.reduce((total, change) => total + change[name], 0);
  // Books of one series may be in several requests.
  const series = done.length === 1 || picked.kind === 'series' ? sum('series') : 1;
  const files = { filesMoved: sum('filesMoved'), filesKept: sum('filesKept') };
  if (done.length === 0) {
    const isKept = files.filesKept > 0;
    return { text: t`Nothing was deleted: ${isKept ? t`the files cannot be moved` : t`it was gone already`}` };
  }
  return {
    text: t`${binWords({ books: sum('books'), series })} moved to the bin${fileWords(files)}`,
    undo: async () => {
      for (const { deletionId } of done) await request('restoreDeletion', { params: { id: deletionId } });
    },
  };
}
