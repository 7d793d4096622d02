import type { ImportChange, ImportItem, ImportUpdate } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { findImportFolderFault } from '#core/settings/check-import-folder.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Tx } from '#db/open.ts';
import { type ImportRow, isImportPlaceTaken, lockImports, updateImport } from '#db/repos/catalog/imports.repo.ts';
import { findLibraryRow, type LibraryRow } from '#db/repos/catalog/libraries.repo.ts';
import { isSameFile } from '#files/opening/file-identity.ts';
import { findLibraryFileState } from '#files/opening/find-file.ts';
import { pathInRoot } from '#files/walk/path-in-root.ts';
import { joinPath } from '#files/walk/relative-paths.ts';
import { mark, say } from '#words/say.ts';
import { requireVisible } from '../require-visible.ts';
import { checkFileName, checkFolder } from './check-names.ts';
import { findFreeName, hasFileAt, nameTaken } from './free-name.ts';
import { type ImportContext, readExtension, requireFormat } from './import-context.ts';
import { getImport, getImportRow } from './list-imports.ts';

const CHOOSABLE = ['waiting', 'rejected', 'failed'];
const REJECTABLE = ['waiting', 'broken', 'failed'];
const ACCEPTABLE = ['waiting', 'failed'];

/** Why a file cannot be changed, by its state. */
const REASONS: Readonly<Record<string, string>> = {
  waiting: mark('"{path}" is still waiting for a decision'),
  broken: mark('"{path}" cannot be read'),
  importing: mark('"{path}" is already being imported'),
  imported: mark('"{path}" is already imported'),
  rejected: mark('"{path}" was rejected. Change its place first'),
  failed: mark('"{path}" could not be imported'),
};
const CHANGED = mark('"{path}" changed in the meantime');

function refuse(row: ImportRow): never {
  throw new AppError('Conflict', say(REASONS[row.state] ?? CHANGED, { path: row.path }));
}

/** Changes a file in a state that allows it. @throws {AppError} `Conflict` */
async function change(tx: Tx, row: ImportRow, states: readonly string[], to: Partial<ImportRow>): Promise<void> {
  if (!(await updateImport(tx, { id: row.id, states }, { ...to, updatedAt: Date.now() }))) {
    throw new AppError('Conflict', say(CHANGED, { path: row.path }));
  }
}

/**
 * Chooses library, folder or name. A rejected or failed file waits again.
 * @throws {AppError} `NotFound`, `BadRequest` for a name that cannot be used, `Conflict` for a file that is imported or broken
 */
export async function chooseImport(
  ctx: ImportContext,
  viewer: Viewer,
  id: string,
  { libraryId, folder, fileName }: ImportUpdate,
): Promise<ImportItem> {
  const row = await getImportRow(ctx.db.read, viewer, id);
  if (!CHOOSABLE.includes(row.state)) refuse(row);
  if (libraryId !== undefined) await requireVisible(ctx.db.read, viewer, 'Library', libraryId);
  const chosen = {
    libraryId: libraryId ?? row.libraryId,
    folder: folder === undefined ? row.folder : checkFolder(folder),
    fileName: fileName === undefined ? row.fileName : checkFileName(fileName, readExtension(row.fileName)),
  };
  const seriesTitle = folder === undefined ? row.seriesTitle : (chosen.folder.split('/').at(-1) ?? chosen.folder);
  await ctx.db.transaction(async (tx) =>
    change(tx, row, CHOOSABLE, { ...chosen, seriesTitle, state: 'waiting', fault: null }),
  );
  return getImport(ctx, viewer, id);
}

/** Checks that no file has the chosen name. @throws {AppError} `Conflict` with a free name */
async function requireFreeName(library: LibraryRow, { folder, fileName }: ImportRow): Promise<void> {
  const isTaken = async (name: string) => hasFileAt(library, { folder, fileName: name });
  if (await isTaken(fileName)) throw nameTaken(library, { folder, fileName }, await findFreeName(fileName, isTaken));
}

/** The library that a file goes to. @throws {AppError} `Conflict` when it cannot go there */
async function requireLibrary(ctx: ImportContext, row: ImportRow): Promise<LibraryRow> {
  const library = row.libraryId === null ? undefined : await findLibraryRow(ctx.db.read, row.libraryId);
  if (library === undefined)
    throw new AppError('Conflict', say('Choose a library for "{path}" first', { path: row.path }));
  requireFormat(library, row.fileName);
  return library;
}

/** The import folder with the file as it was looked at. @throws {AppError} `Conflict` */
async function requireUnchanged(ctx: ImportContext, row: ImportRow): Promise<string> {
  const root = ctx.settings.get('imports.folder');
  const fault =
    root === '' ? say('There is no import folder. Choose one in the settings') : await findImportFolderFault(ctx, root);
  if (fault !== undefined) throw new AppError('Conflict', fault);
  const state = await findLibraryFileState(root, pathInRoot(root, row.path));
  if (row.root === root && isSameFile(state, { size: row.fileSize, modifiedAt: row.fileModifiedAt })) return root;
  throw new AppError(
    'Conflict',
    say('"{path}" changed since the import folder was read. Read the folder again', { path: row.path }),
  );
}

/**
 * Accepts a file: a task moves it into the library.
 * @throws {AppError} `NotFound`, or `Conflict` with the reason
 */
export async function acceptImport(ctx: ImportContext, viewer: Viewer, id: string): Promise<ImportItem> {
  const row = await getImportRow(ctx.db.read, viewer, id);
  if (!ACCEPTABLE.includes(row.state)) refuse(row);
  const library = await requireLibrary(ctx, row);
  const root = await requireUnchanged(ctx, row);
  await requireFreeName(library, row);
  await ctx.db.transaction(async (tx) => {
    await lockImports(tx);
    if (await isImportPlaceTaken(tx.read, row)) {
      throw new AppError(
        'Conflict',
        say('Another file is being imported as "{path}"', { path: joinPath(row.folder, row.fileName) }),
      );
    }
    const { libraryId, folder, fileName } = row;
    await change(tx, row, ACCEPTABLE, { libraryId, folder, fileName, root, state: 'importing', fault: null });
    await ctx.queue.enqueue(tx, 'import_files', {});
  });
  audit(ctx, viewer, 'file accepted for import', row);
  return getImport(ctx, viewer, id);
}

/** Rejects a file, which stays where it is. @throws {AppError} `NotFound` or `Conflict` */
export async function rejectImport(ctx: ImportContext, viewer: Viewer, id: string): Promise<ImportItem> {
  const row = await getImportRow(ctx.db.read, viewer, id);
  if (!REJECTABLE.includes(row.state)) refuse(row);
  await ctx.db.transaction(async (tx) => change(tx, row, REJECTABLE, { state: 'rejected', fault: null }));
  audit(ctx, viewer, 'file rejected for import', row);
  return getImport(ctx, viewer, id);
}

/** Accepts or rejects each of some files; the others of a refused one are changed. */
export async function decideMany(
  decide: (id: string) => Promise<ImportItem>,
  ids: readonly string[],
): Promise<ImportChange> {
  const outcome: ImportChange = { changed: 0, refused: [] };
  for (const id of new Set(ids)) {
    try {
      await decide(id);
      outcome.changed += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcome.refused.push({ id, message: error.message });
    }
  }
  return outcome;
}

/** Queues a look through the import folder. @throws {AppError} `Conflict` while there is none */
export async function lookForImports(ctx: ImportContext): Promise<{ taskId: string }> {
  const root = ctx.settings.get('imports.folder');
  const fault = root === '' ? say('There is no import folder. Choose one in the settings') : undefined;
  const problem = fault ?? (await findImportFolderFault(ctx, root));
  if (problem !== undefined) throw new AppError('Conflict', problem);
  const options = { startAt: Date.now() };
  const queue = async (tx: Tx): Promise<string> => ctx.queue.enqueue(tx, 'look_through_imports', {}, options);
  return { taskId: await ctx.db.transaction(queue) };
}

/** Operators filter by the messages, so they never change. */
function audit(
  { log }: ImportContext,
  { userId, username }: Viewer,
  message: 'file accepted for import' | 'file rejected for import',
  { id, path }: ImportRow,
): void {
  log.users.info({ actorId: userId, actor: username, importId: id, path }, message);
}
