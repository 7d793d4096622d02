import type { BinChange } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { isSystemError } from '#core/rules/files/system-error.ts';
import { mapConcurrently } from '#core/map-concurrently.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import { type BinnedFile, type BooksMeant, listBooksToRestore, writeRestored } from '#db/repos/scanning/bin.repo.ts';
import { deleteTrashed } from '#db/repos/scanning/trash.repo.ts';
import { listDueLibraries } from '#db/repos/scanning/analysis-marks.repo.ts';
import { findLibraryFileState } from '#files/opening/find-file.ts';
import { isReadableAndFilled } from '#files/walk/library-root.ts';
import { pathInRoot } from '#files/walk/path-in-root.ts';
import { auditBin, BATCH, type BinContext, BinTally, changeTogether } from './bin-context.ts';
import { takeFilesBack } from './trash-files.ts';

/** Files that are looked for at once. */
const LANES = 8;

/**
 * Ids of the books whose file is missing. A file counts as present while its disk does not answer, or its library is missing
 * or empty: the next scan decides.
 */
export async function listMissing(books: readonly BinnedFile[]): Promise<ReadonlySet<string>> {
  const missing = new Set<string>();
  const usable = new Set<string>();
  for (const root of new Set(books.map(({ libraryPath }) => libraryPath))) {
    if (await isReadableAndFilled(root)) usable.add(root);
  }
  await mapConcurrently(books, LANES, async ({ id, path, libraryPath }) => {
    if (!usable.has(libraryPath)) return true;
    try {
      const state = await findLibraryFileState(libraryPath, pathInRoot(libraryPath, path));
      if (state === undefined) missing.add(id);
    } catch (error) {
      if (!(error instanceof Error && isSystemError(error))) throw error;
    }
    return true;
  });
  return missing;
}

/** Files come back before the rows: a book that is restored has its file. */
async function restoreBatch(
  ctx: BinContext,
  meant: readonly BinnedFile[],
  tally: BinTally,
): Promise<string | undefined> {
  const { moved, kept } = await takeFilesBack(ctx, meant);
  const books = meant.filter(({ id }) => !kept.has(id));
  if (books.length === 0) {
    tally.filesKept += kept.size;
    return [...kept.values()][0];
  }
  const missing = await listMissing(books);
  const ids = books.map(({ id }) => id);
  const restored = await changeTogether(ctx, books, async (tx) => {
    const at = Date.now();
    const present = await writeRestored(
      tx,
      ids.filter((id) => !missing.has(id)),
      at,
      null,
    );
    const gone = await writeRestored(tx, [...missing], at, at);
    await deleteTrashed(
      tx,
      moved.map(({ trashId }) => trashId),
    );
    const due = await listDueLibraries(tx.read, 'id', ids);
    for (const libraryId of due) await ctx.queue.enqueue(tx, 'analyze_library', { libraryId });
    return [
      ...present.map((book) => ({ ...book, event: 'book_created' as const })),
      ...gone.map((book) => ({ ...book, event: 'book_updated' as const })),
    ];
  });
  tally.add(restored);
  tally.missing += restored.filter(({ id }) => missing.has(id)).length;
  tally.filesMoved += moved.length;
  tally.filesKept += kept.size;
  return [...kept.values()][0];
}

/**
 * Takes books that the viewer may see out of the bin, with all that users made. A book whose file is missing becomes a
 * missing book, which a scan brings back with its file.
 */
export async function restoreBooks(ctx: BinContext, viewer: Viewer, meant: BooksMeant): Promise<BinChange> {
  return (await restoreMeant(ctx, viewer, meant)).change;
}

async function restoreMeant(ctx: BinContext, viewer: Viewer, meant: BooksMeant) {
  let reason: string | undefined;
  const tally = new BinTally();
  for (let after = ''; ; ) {
    const books = await listBooksToRestore(ctx.db.read, viewer, meant, { after, limit: BATCH });
    const last = books.at(-1);
    if (last === undefined) break;
    after = last.id;
    const kept = await restoreBatch(ctx, books, tally);
    reason ??= kept;
  }
  const change = tally.toChange(meant.by === 'deletionId' ? (meant.ids[0] ?? '') : newId());
  await auditBin(ctx, viewer, 'books_restored', change);
  return { change, reason };
}

const NAMES = { id: 'Book', seriesId: 'Series', deletionId: 'Deletion' } as const;

/**
 * Restores one book, one series, or one deletion.
 * @throws {AppError} `NotFound`, also when nothing of it is in the bin; `Conflict` when no file comes back from the trash
 */
export async function restoreOne(
  ctx: BinContext,
  viewer: Viewer,
  by: BooksMeant['by'],
  id: string,
): Promise<BinChange> {
  const { change, reason } = await restoreMeant(ctx, viewer, { by, ids: [id] });
  if (change.books === 0 && reason !== undefined) throw new AppError('Conflict', reason);
  if (change.books === 0) throw new AppError('NotFound', `${NAMES[by]} ${id} is not in the bin`);
  return change;
}
