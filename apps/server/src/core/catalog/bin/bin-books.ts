import type { BinChange } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import {
  type BookInLibrary,
  type BooksMeant,
  type Deletion,
  listBooksToBin,
  writeBinned,
  writeRestored,
} from '#db/repos/scanning/bin.repo.ts';
import { listFilesToTrash } from '#db/repos/scanning/trash.repo.ts';
import { auditBin, BATCH, type BinContext, BinTally, changeTogether } from './bin-context.ts';
import { forgetMoves, noteMoves, planMoves, trashFiles } from './trash-files.ts';

/** Books of one batch, and why the files of others stay, by the id of the book. */
interface Batch {
  readonly binned: readonly BookInLibrary[];
  readonly filesMoved: number;
  readonly kept: ReadonlyMap<string, string>;
}

async function binBatch(ctx: BinContext, books: readonly BookInLibrary[], deletion: Deletion): Promise<Batch> {
  const ids = books.map(({ id }) => id);
  const binned = await changeTogether(ctx, books, async (tx) => {
    const written = await writeBinned(tx, ids, deletion);
    return written.map((book) => ({ ...book, event: 'book_deleted' as const }));
  });
  return { binned, filesMoved: 0, kept: new Map() };
}

/** The rows go first, with a note of the move: a process that is killed then leaves a move that the next start finishes. */
async function binBatchWithFiles(ctx: BinContext, seen: readonly BookInLibrary[], deletion: Deletion): Promise<Batch> {
  const files = await listFilesToTrash(
    ctx.db.read,
    seen.map(({ id }) => id),
  );
  const kept = new Map<string, string>();
  for (const { bookId, isAllowed, libraryName } of files) {
    if (!isAllowed) kept.set(bookId, `stays: the library "${libraryName}" does not allow to delete files`);
  }
  const books = seen.filter(({ id }) => !kept.has(id));
  if (books.length === 0) return { binned: [], filesMoved: 0, kept };
  const planned = planMoves(files.filter(({ isAllowed }) => isAllowed));
  const binned = await changeTogether(ctx, books, async (tx) => {
    const written = await writeBinned(
      tx,
      books.map(({ id }) => id),
      deletion,
    );
    const ids = new Set(written.map(({ id }) => id));
    await noteMoves(
      tx,
      planned.filter(({ bookId }) => ids.has(bookId)),
      deletion.binnedAt,
    );
    return written.map((book) => ({ ...book, event: 'book_deleted' as const }));
  });
  const byId = new Map(binned.map((book) => [book.id, book]));
  const moves = planned.filter(({ bookId }) => byId.has(bookId));
  const { failed, moved } = await trashFiles(ctx, moves);
  const back = binned.filter(({ id }) => failed.has(id));
  if (back.length > 0) {
    await changeTogether(ctx, back, async (tx) => {
      await forgetMoves(tx, moves, failed);
      const restored = await writeRestored(
        tx,
        back.map(({ id }) => id),
        Date.now(),
        null,
      );
      return restored.map((book) => ({ ...book, event: 'book_created' as const }));
    });
  }
  return {
    binned: binned.filter(({ id }) => !failed.has(id)),
    filesMoved: moved,
    kept: new Map([...kept, ...failed]),
  };
}

async function binMeant(ctx: BinContext, viewer: Viewer, meant: BooksMeant, withFiles: boolean) {
  const deletionId = newId();
  const tally = new BinTally();
  let reason: string | undefined;
  for (let after = ''; ; ) {
    const books = await listBooksToBin(ctx.db.read, viewer, meant, { after, limit: BATCH });
    const last = books.at(-1);
    if (last === undefined) break;
    after = last.id;
    const deletion = { deletionId, binnedBy: viewer.userId, binnedAt: Date.now() };
    const { binned, filesMoved, kept } = await (withFiles ? binBatchWithFiles : binBatch)(ctx, books, deletion);
    tally.add(binned);
    tally.filesMoved += filesMoved;
    tally.filesKept += kept.size;
    reason ??= [...kept.values()][0];
  }
  const change = tally.toChange(deletionId);
  await auditBin(ctx, viewer, 'books_binned', change);
  return { change, reason };
}

/**
 * Moves live books that the viewer may see to the bin. Unknown ones are passed over.
 * @param withFiles also moves their files to the trash; a book whose file cannot go stays, and is counted in `filesKept`
 */
export async function binBooks(
  ctx: BinContext,
  viewer: Viewer,
  meant: BooksMeant,
  withFiles = false,
): Promise<BinChange> {
  return (await binMeant(ctx, viewer, meant, withFiles)).change;
}

const NAMES = { id: 'Book', seriesId: 'Series' } as const;

/**
 * Moves one book, or all books of one series.
 * @throws {AppError} `NotFound`, also when it is deleted already; `Conflict` when no file could be moved
 */
export async function binOne(
  ctx: BinContext,
  viewer: Viewer,
  meant: BooksMeant & { readonly by: keyof typeof NAMES },
  withFiles: boolean,
): Promise<void> {
  const { change, reason } = await binMeant(ctx, viewer, meant, withFiles);
  if (change.books > 0) return;
  if (reason !== undefined) throw new AppError('Conflict', reason);
  throw new AppError('NotFound', `${NAMES[meant.by]} ${meant.ids[0] ?? ''} not found`);
}
