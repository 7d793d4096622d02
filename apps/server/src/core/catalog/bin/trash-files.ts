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
import { UnansweredError } from '#files/opening/bounded-reads.ts';
import {
  deleteFromTrash,
  findInTrash,
  moveFromTrash,
  moveToTrash,
  TrashError,
  type TrashMove,
} from '#files/trash/library-trash.ts';
import { BATCH, type BinContext } from './bin-context.ts';
import { say } from '#words/say.ts';

/** Files that are moved at once. */
const LANES = 4;
/** Longer than a batch of files takes on a slow disk: an older note belongs to no running request. */
const MOVING_MS = 15 * 60_000;

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
  return error instanceof Error && isSystemError(error) ? say('The disk of the file does not answer') : undefined;
}

/** Runs a move for each file. @returns why files stayed, by the id of the book */
async function moveAll(
  { log }: BinContext,
  moves: readonly Move[],
  move: (one: Move) => Promise<void>,
): Promise<Map<string, string>> {
  const kept = new Map<string, string>();
  await mapConcurrently(moves, LANES, async (one) => {
    try {
      await move(one);
    } catch (error) {
      const reason = explain(error);
      log.server.warn({ err: error, bookId: one.bookId }, 'file not moved between a library and its trash');
      kept.set(one.bookId, reason ?? say('The file cannot be moved. The log of the server tells why'));
    }
    return true;
  });
  return kept;
}

function listIds(moves: readonly Move[], isWanted: (bookId: string) => boolean): string[] {
  return moves.filter(({ bookId }) => isWanted(bookId)).map(({ trashId }) => trashId);
}

/** Whether a failed move may have moved its file, or may yet: a call on a disk that hangs goes on after its time limit. */
async function isUnsettled(move: TrashMove, error: unknown): Promise<boolean> {
  if (error instanceof TrashError) return false;
  if (error instanceof UnansweredError) return true;
  return (await findInTrash(move).catch(() => 'away')) !== 'gone';
}

/**
 * Moves noted files to the trash. A move with an unknown end keeps its note and its book in the bin: the next start, or the
 * task of the night, finishes it.
 * @returns why files stayed, by the id of the book, whose notes remain; and how many moved
 */
export async function trashFiles(
  ctx: BinContext,
  moves: readonly Move[],
): Promise<{ readonly failed: ReadonlyMap<string, string>; readonly moved: number }> {
  const unsettled = new Set<string>();
  const kept = await moveAll(ctx, moves, async (one) => {
    try {
      await moveToTrash(one);
    } catch (error) {
      if (await isUnsettled(one, error)) unsettled.add(one.bookId);
      throw error;
    }
  });
  const failed = new Map([...kept].filter(([bookId]) => !unsettled.has(bookId)));
  const ids = listIds(moves, (id) => !kept.has(id));
  await ctx.db.transaction(async (tx) => writeTrashState(tx, ids, 'trashed'));
  return { failed, moved: ids.length };
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

/** The file that a restoration takes back, for each book: the last one that went to the trash from its place. */
async function findFilesToRestore(ctx: BinContext, books: readonly BinnedFile[]) {
  const paths = new Map(books.map(({ id, path }) => [id, path]));
  const last = new Map<string, Awaited<ReturnType<typeof listTrashed>>[number]>();
  for (const file of await listTrashed(ctx.db.read, [...paths.keys()])) {
    if (file.path === paths.get(file.bookId) && !last.has(file.bookId)) last.set(file.bookId, file);
  }
  return [...last.values()];
}

/**
 * Moves the files of binned books back from the trash. Where another file took the place, or a scan found a copy elsewhere,
 * that one is the file of the book, and the trashed one stays until its time ends. A trashed file that was removed by hand
 * holds no book back. A file that a request is just moving to the trash waits for it.
 */
export async function takeFilesBack(ctx: BinContext, books: readonly BinnedFile[]): Promise<FilesBack> {
  const files = await findFilesToRestore(ctx, books);
  if (files.length === 0) return { moved: [], kept: new Map() };
  const isUnderway = ({ state, trashedAt }: (typeof files)[number]) =>
    state === 'moving' && trashedAt > Date.now() - MOVING_MS;
  const moves = files.filter((file) => !isUnderway(file));
  const ids = moves.map(({ trashId }) => trashId);
  await ctx.db.transaction(async (tx) => writeTrashState(tx, ids, 'restoring'));
  const left = new Set<string>();
  const failed = await moveAll(ctx, moves, async (one) => {
    try {
      await moveFromTrash(one);
    } catch (error) {
      if (!(error instanceof TrashError) || error.obstacle === undefined) throw error;
      left.add(one.bookId);
    }
  });
  const stays = (bookId: string) => failed.has(bookId) || left.has(bookId);
  const stay = listIds(moves, stays);
  if (stay.length > 0) await ctx.db.transaction(async (tx) => writeTrashState(tx, stay, 'trashed'));
  const reason = say('The file is on its way to the trash. Try again in some minutes');
  const waiting = files.filter(isUnderway).map(({ bookId }) => [bookId, reason] as const);
  return { moved: moves.filter(({ bookId }) => !stays(bookId)), kept: new Map([...failed, ...waiting]) };
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
  if (move.state === 'moving') await moveToTrash(move).catch(() => undefined);
  const place = await findInTrash(move);
  // Only the note knows of a file on a disk that is away.
  if (place === 'away') return;
  await ctx.db.transaction(async (tx) =>
    place === 'there' ? writeTrashState(tx, [move.trashId], 'trashed') : deleteTrashed(tx, [move.trashId]),
  );
}

/**
 * Finishes moves to the trash that a killed process left, and takes back those from it: the book is in the bin still. Moves
 * on a disk that is away wait. Also right while another process moves the same file.
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
