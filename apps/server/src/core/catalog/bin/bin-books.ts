import type { BinChange } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import { type BooksMeant, listBooksToBin, writeBinned } from '#db/repos/scanning/bin.repo.ts';
import { auditBin, BATCH, type BinContext, BinTally, changeTogether } from './bin-context.ts';

/** Moves live books that the viewer may see to the bin; their files stay. Unknown ones are passed over. */
export async function binBooks(ctx: BinContext, viewer: Viewer, meant: BooksMeant): Promise<BinChange> {
  const deletionId = newId();
  const tally = new BinTally();
  for (let after = ''; ; ) {
    const books = await listBooksToBin(ctx.db.read, viewer, meant, { after, limit: BATCH });
    const last = books.at(-1);
    if (last === undefined) break;
    after = last.id;
    const ids = books.map(({ id }) => id);
    const deletion = { deletionId, binnedBy: viewer.userId, binnedAt: Date.now() };
    const binned = await changeTogether(ctx, books, async (tx) => {
      const written = await writeBinned(tx, ids, deletion);
      return written.map((book) => ({ ...book, event: 'book_deleted' as const }));
    });
    tally.add(binned);
  }
  const change = tally.toChange(deletionId);
  auditBin(ctx, viewer, 'books moved to the bin', change);
  return change;
}

const NAMES = { id: 'Book', seriesId: 'Series' } as const;

/** Moves one book, or all books of one series. @throws {AppError} `NotFound`, also when it is deleted already */
export async function binOne(ctx: BinContext, viewer: Viewer, by: 'id' | 'seriesId', id: string): Promise<void> {
  const { books } = await binBooks(ctx, viewer, { by, ids: [id] });
  if (books === 0) throw new AppError('NotFound', `${NAMES[by]} ${id} not found`);
}
