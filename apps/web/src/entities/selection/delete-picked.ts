import { plural, t } from '@lingui/core/macro';
import type { BinChange } from '@lectern/contract';
import { fetchIds, inChunks, type Picked } from './picked.ts';
import type { Undoable } from '#entities/undo/use-undoable.ts';
import { request } from '#lib/api.ts';

/** Limit of ids per request. */
const AT_ONCE = 500;

/** "3 books of 2 series moved to the bin"; one series needs no mention. */
function binWords(books: number, series: number): string {
  if (series <= 1) return plural(books, { one: '# book moved to the bin', other: '# books moved to the bin' });
  return t`${plural(books, { one: '# book', other: '# books' })} of ${plural(series, { one: '# series', other: '# series' })} moved to the bin`;
}

async function deleteSome(kind: Picked['kind'], ids: readonly string[], file: boolean): Promise<BinChange> {
  return kind === 'book'
    ? request('deleteManyBooks', { body: { bookIds: [...ids], file } })
    : request('deleteManySeries', { body: { seriesIds: [...ids], file } });
}

/** What happened to the files, one fact each. */
function fileWords({ filesMoved, filesKept }: Pick<BinChange, 'filesMoved' | 'filesKept'>): readonly string[] {
  const moved = plural(filesMoved, { one: '# file moved to the trash', other: '# files moved to the trash' });
  const kept = plural(filesKept, {
    one: '# book was kept because its file cannot be moved',
    other: '# books were kept because their files cannot be moved',
  });
  return [...(filesMoved === 0 ? [] : [moved]), ...(filesKept === 0 ? [] : [kept])];
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
    return { text: isKept ? t`Nothing was deleted: the files cannot be moved` : t`Already deleted` };
  }
  return {
    text: [binWords(sum('books'), series), ...fileWords(files)].join(' · '),
    undo: async () => {
      for (const { deletionId } of done) await request('restoreDeletion', { params: { id: deletionId } });
    },
  };
}
