import { isSystemError } from '#core/rules/files/system-error.ts';
import { mapConcurrently } from '#core/map-concurrently.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import type { BinnedFile } from '#db/repos/scanning/bin.repo.ts';
import {
  deleteTrashed,
  type FileToTrash,
  listTrashed,
  listUnfinishedMoves,
  writeTrashed,
  writeTrashState,
} from '#db/repos/scanning/trash.repo.ts';
import {
  deleteFromTrash,
  isInTrash,
  moveFromTrash,
  moveToTrash,
  TrashError,
  type TrashMove,
} from '#files/trash/library-trash.ts';
import { BATCH, type BinContext } from './bin-context.ts';

/** Files that are moved at once. */
const LANES = 4;

type Move = TrashMove & { readonly bookId: string };

/** Plans the moves of files to the trash; each has a folder of its own there. */
export function planMoves(files: readonly FileToTrash[]): Move[] {
  return files.map(({ bookId, path, root }) => ({ bookId, path, root, trashId: newId() }));
}

/** Notes planned moves with the deletion that they belong to: from here on they are finished or taken back. */
export async function noteMoves(tx: Tx, moves: readonly Move[], trashedAt: number): Promise<void> {
  await writeTrashed(
    tx,
    moves.map(({ trashId: id, bookId, path }) => ({ id, bookId, path, state: 'moving' as const, trashedAt })),
  );
}

/** Why a file stays where it is, for people; undefined for an unexpected fault. */
function explain(error: unknown): string | undefined {
  if (error instanceof TrashError) return error.message;
  return error instanceof Error && isSystemError(error) ? 'cannot be reached: its disk does not answer' : undefined;
}

/** Runs a move for each file. @returns why files stayed, by the id of the book */
async function moveAll(
  { log }: BinContext,
  moves: readonly Move[],
  move: (one: TrashMove) => Promise<void>,
): Promise<Map<string, string>> {
  const kept = new Map<string, string>();
  await mapConcurrently(moves, LANES, async (one) => {
    try {
      await move(one);
    } catch (error) {
      const reason = explain(error);
      log.server.warn({ err: error, bookId: one.bookId }, 'file not moved between a library and its trash');
      kept.set(one.bookId, reason ?? 'cannot be moved; the log of the server has the reason');
    }
    return true;
  });
  return kept;
}

function listIds(moves: readonly Move[], isWanted: (bookId: string) => boolean): string[] {
  return moves.filter(({ bookId }) => isWanted(bookId)).map(({ trashId }) => trashId);
}

/** Moves noted files to the trash. @returns why files stayed, by the id of the book; their notes remain */
export async function trashFiles(ctx: BinContext, moves: readonly Move[]): Promise<ReadonlyMap<string, string>> {
  const kept = await moveAll(ctx, moves, moveToTrash);
  await ctx.db.transaction(async (tx) =>
    writeTrashState(
      tx,
      listIds(moves, (id) => !kept.has(id)),
      'trashed',
    ),
  );
  return kept;
}

/** Forgets the notes of moves that failed, in the transaction that takes their books out of the bin. */
export async function forgetMoves(tx: Tx, moves: readonly Move[], kept: ReadonlyMap<string, string>): Promise<void> {
  await deleteTrashed(
    tx,
    listIds(moves, (id) => kept.has(id)),
  );
}

/** Files that came back from the trash, and why others did not, by the id of the book. */
export interface FilesBack {
  readonly moved: readonly Move[];
  readonly kept: ReadonlyMap<string, string>;
}

/**
 * Moves the files of binned books back from the trash. Where another file took the place, or a scan found a copy elsewhere,
 * that one is the file of the book, and the trashed one stays until its time ends.
 */
export async function takeFilesBack(ctx: BinContext, books: readonly BinnedFile[]): Promise<FilesBack> {
  const paths = new Map(books.map(({ id, path }) => [id, path]));
  const last = new Map<string, Move>();
  for (const file of await listTrashed(ctx.db.read, [...paths.keys()])) {
    if (file.path === paths.get(file.bookId) && !last.has(file.bookId)) last.set(file.bookId, file);
  }
  const moves = [...last.values()];
  if (moves.length === 0) return { moved: [], kept: new Map() };
  const ids = moves.map(({ trashId }) => trashId);
  await ctx.db.transaction(async (tx) => writeTrashState(tx, ids, 'restoring'));
  const taken = new Set<string>();
  const kept = await moveAll(ctx, moves, async (one) => {
    try {
      await moveFromTrash(one);
    } catch (error) {
      if (!(error instanceof TrashError) || !error.isTaken) throw error;
      taken.add(one.trashId);
    }
  });
  const stay = moves.filter(({ bookId, trashId }) => kept.has(bookId) || taken.has(trashId));
  if (stay.length > 0) {
    await ctx.db.transaction(async (tx) =>
      writeTrashState(
        tx,
        stay.map(({ trashId }) => trashId),
        'trashed',
      ),
    );
  }
  return { moved: moves.filter((one) => !stay.includes(one)), kept };
}

/** Deletes the trashed files of books for good. @returns ids of the books whose file could not be deleted */
export async function deleteTrashedFiles(
  { db, log }: BinContext,
  bookIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const left = new Set<string>();
  for (const { bookId, root, trashId } of await listTrashed(db.read, bookIds)) {
    try {
      await deleteFromTrash(root, trashId);
    } catch (error) {
      log.server.warn({ err: error, bookId }, 'trashed file not deleted');
      left.add(bookId);
    }
  }
  return left;
}

async function finishMove(ctx: BinContext, move: Move & { readonly state: string }): Promise<void> {
  const isMoving = move.state === 'moving';
  if (isMoving) await moveToTrash(move).catch(() => undefined);
  const isThere = await isInTrash(move);
  await ctx.db.transaction(async (tx) =>
    isThere ? writeTrashState(tx, [move.trashId], 'trashed') : deleteTrashed(tx, [move.trashId]),
  );
}

/**
 * Finishes moves to the trash that a killed process left, and takes back those from it: the book is in the bin still. Also
 * right while another process moves the same file.
 */
export async function finishMoves(ctx: BinContext, signal: AbortSignal): Promise<void> {
  for (let after = ''; ; ) {
    const moves = await listUnfinishedMoves(ctx.db.read, { after, limit: BATCH });
    const last = moves.at(-1);
    if (last === undefined) return;
    after = last.trashId;
    const isDone = await mapConcurrently(moves, LANES, async (move) => {
      await finishMove(ctx, move).catch((error: unknown) =>
        ctx.log.server.warn({ err: error, bookId: move.bookId }, 'move between a library and its trash not finished'),
      );
      return !signal.aborted;
    });
    if (!isDone) return;
  }
}
