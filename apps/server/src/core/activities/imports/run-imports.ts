import type { Tx } from '#db/open.ts';
import { type ImportToMove, listImportsToMove, updateImport } from '#db/repos/catalog/imports.repo.ts';
import { type FileMove, placeFile, removeOriginal } from '#files/data/move-file.ts';
import { findLibraryFileState } from '#files/opening/find-file.ts';
import { readErrorCode } from '#files/opening/system-errors.ts';
import { checkRoot } from '#files/walk/library-root.ts';
import { pathInRoot } from '#files/walk/path-in-root.ts';
import { joinPath } from '#files/walk/relative-paths.ts';
import { isSystemError } from '#core/rules/files/system-error.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import { mark, say } from '#words/say.ts';
import { toStored, toStoredOrNull } from '#words/stored-message.ts';
import { writeCauses } from '../notices/write-causes.ts';
import type { ImportContext } from './import-context.ts';

const PAGE = 20;

/** How a move ended; `fault` says what the admin should know. */
interface Outcome {
  readonly state: 'imported' | 'failed';
  readonly fault: string | null;
}

const CHANGED = mark('The file has changed since it was read. It is offered again after the folder is read');
const GONE = mark('The file is no longer in the import folder');
const TAKEN = mark('Another file has this name by now. Choose another name');
const OUTSIDE = mark('A link leads out of the folder of the library. Choose another folder');
const NO_LIBRARY = mark('The library is gone. Choose another one');
const NOT_REMOVED = mark('The file is in the library. Its original could not be removed from the import folder');

/** Whether the target already is the file, because an earlier run was ended after it placed it. */
async function isThere(ctx: ImportContext, root: string, move: FileMove, signal: AbortSignal): Promise<boolean> {
  const state = await findLibraryFileState(root, move.target);
  if (state?.size !== move.seen.size) return false;
  return (await ctx.readers.hash(move.target, state, { background: true, signal })) === move.hash;
}

async function removeOrNote(move: FileMove): Promise<Outcome> {
  try {
    await removeOriginal(move);
    return { state: 'imported', fault: null };
  } catch (error) {
    if (!(error instanceof Error) || !isSystemError(error)) throw error;
    return { state: 'imported', fault: say(NOT_REMOVED) };
  }
}

async function moveFile(ctx: ImportContext, item: ImportToMove, signal: AbortSignal): Promise<Outcome> {
  const { libraryPath: root, root: source, folder, fileName } = item;
  if (root === null || source === null) return { state: 'failed', fault: say(NO_LIBRARY) };
  const library = await checkRoot(root);
  if (!library.ok) return { state: 'failed', fault: library.message };
  const move = {
    id: item.id,
    source: pathInRoot(source, item.path),
    seen: { size: item.fileSize, modifiedAt: item.fileModifiedAt },
    hash: item.fileHash,
    root,
    target: pathInRoot(root, joinPath(folder, fileName)),
  };
  const placing = await placeFile(move, signal);
  if (placing === 'placed') return removeOrNote(move);
  if (placing !== 'outside' && (await isThere(ctx, root, move, signal))) return removeOrNote(move);
  const fault = { taken: TAKEN, changed: CHANGED, gone: GONE, outside: OUTSIDE }[placing];
  return { state: 'failed', fault: say(fault) };
}

async function moveOrBlame(ctx: ImportContext, item: ImportToMove, signal: AbortSignal): Promise<Outcome> {
  try {
    return await moveFile(ctx, item, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Error) || !isSystemError(error)) throw error;
    ctx.log.scan.warn({ err: error, importId: item.id }, 'a file could not be imported');
    return {
      state: 'failed',
      fault: say('The file could not be moved ({code})', { code: readErrorCode(error) ?? error.name }),
    };
  }
}

async function settle(ctx: ImportContext, tx: Tx, item: ImportToMove, outcome: Outcome): Promise<void> {
  const { state } = outcome;
  const change = { state, fault: toStoredOrNull(outcome.fault), updatedAt: Date.now() };
  const { libraryId, folder, fileName, libraryName } = item;
  if (!(await updateImport(tx, { id: item.id, states: ['importing'] }, change))) return;
  if (state === 'failed' || libraryId === null) return;
  await ctx.queue.enqueue(tx, 'scan_library', { libraryId, mode: 'normal', folders: [folder] });
  await writeCauses(ctx, tx, 'imports_finished', [
    { message: toStored(say('“{name}” is in library “{library}”', { name: fileName, library: libraryName ?? '?' })) },
  ]);
}

/**
 * Moves accepted files into their libraries, and queues a scan of each folder. A run that follows a killed one finds what that one
 * did: a file is in the import folder, in the library, or in both with the same content.
 */
export async function runImports(ctx: ImportContext, run: TaskRun): Promise<TaskOutcome> {
  let moved = 0;
  for (let after = ''; ; ) {
    const items = await listImportsToMove(ctx.db.read, { after, limit: PAGE });
    for (const item of items) {
      run.signal.throwIfAborted();
      run.report({ current: moved, total: 0, message: say('Importing “{name}”', { name: item.fileName }) });
      const outcome = await moveOrBlame(ctx, item, run.signal);
      await ctx.db.transaction(async (tx) => settle(ctx, tx, item, outcome));
      if (outcome.state === 'imported') moved += 1;
      after = item.id;
    }
    if (items.length < PAGE) return { result: { imported: moved } };
  }
}
