import type { BinChange } from '@lectern/contract';
import { fetchIds, inChunks, type Picked } from './picked.ts';
import type { Undoable } from '#entities/undo/use-undoable.ts';
import { request } from '#lib/api.ts';
import { formatCount } from '#lib/format.ts';

/** Limit of ids per request. */
const AT_ONCE = 500;

/** "3 books of 2 series"; one series needs no mention. */
export function binWords({ books, series }: Pick<BinChange, 'books' | 'series'>): string {
  const words = formatCount(books, 'book');
  return series > 1 ? `${words} of ${formatCount(series, 'series', 'series')}` : words;
}

async function deleteSome(kind: Picked['kind'], ids: readonly string[]): Promise<BinChange> {
  return kind === 'book'
    ? request('deleteManyBooks', { body: { bookIds: [...ids] } })
    : request('deleteManySeries', { body: { seriesIds: [...ids] } });
}

/** Moves books, or all books of series, to the bin. Undo takes exactly these out again. */
export async function deletePicked(picked: Picked): Promise<Undoable> {
  const deletions: BinChange[] = [];
  for (const ids of inChunks(await fetchIds(picked), AT_ONCE)) deletions.push(await deleteSome(picked.kind, ids));
  const done = deletions.filter(({ books }) => books > 0);
  const sum = (name: 'books' | 'series') => done.reduce((total, change) => total + change[name], 0);
  // Books of one series may be in several requests.
  const series = done.length === 1 || picked.kind === 'series' ? sum('series') : 1;
  if (done.length === 0) return { text: 'Nothing was deleted: it was gone already' };
  return {
    text: `${binWords({ books: sum('books'), series })} moved to the bin`,
    undo: async () => {
      for (const { deletionId } of done) await request('restoreDeletion', { params: { id: deletionId } });
    },
  };
}
