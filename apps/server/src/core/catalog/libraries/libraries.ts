import { resolve } from 'node:path';
import type { Library, LibraryUpdate } from '@lectern/contract';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import { sortKey } from '#core/rules/text/sort-key.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, ReadDb } from '#db/open.ts';
import {
  countLibraries,
  deleteLibraryRow,
  findLibrary,
  findLibraryRow,
  type LibraryRow,
  listLibraries as listRows,
  listOpenTasks,
  parseScanningConfig,
  updateLibraryRow,
} from '#db/repos/catalog/libraries.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { libraryReads } from '#files/opening/bounded-reads.ts';
import { removeAllStaged } from '#files/uploads/library-uploads.ts';
import type { Queue } from '#jobs/queue.ts';
import { checkLibraryPath, checkLinkRights, checkMoveRights, type PathContext } from './check-library-path.ts';
import { readSettings } from './library-settings.ts';

function notFound(libraryId: string): AppError {
  return new AppError('NotFound', `Library ${libraryId} not found`);
}

async function getVisible(db: ReadDb, viewer: Viewer, libraryId: string): Promise<Library> {
  const library = await findLibrary(db, viewer, libraryId);
  if (library === undefined) throw notFound(libraryId);
  return library;
}

async function getRow(db: ReadDb, libraryId: string): Promise<LibraryRow> {
  const row = await findLibraryRow(db, libraryId);
  if (row === undefined) throw notFound(libraryId);
  return row;
}

/** One library as the viewer may see it. @throws {AppError} `NotFound` */
export async function getLibrary(ctx: { readonly db: Database }, viewer: Viewer, libraryId: string): Promise<Library> {
  return await getVisible(ctx.db.read, viewer, libraryId);
}

/**
 * Changes a library: an absent field stays, null clears it.
 * @throws {AppError} `NotFound`, `BadRequest`, `Conflict`, or `Forbidden` for a folder or links that the viewer may not choose
 */
export async function updateLibrary(
  ctx: PathContext & AuditContext & { readonly events: EventBus },
  viewer: Viewer,
  libraryId: string,
  input: LibraryUpdate,
): Promise<Library> {
  await getLibrary(ctx, viewer, libraryId);
  const { path: currentPath } = await getRow(ctx.db.read, libraryId);
  // An unchanged folder is not checked: it may be missing while a user renames the library.
  const wanted = input.path === undefined || resolve(input.path) === currentPath ? undefined : input.path;
  const path = wanted === undefined ? undefined : await checkLibraryPath(ctx, wanted, viewer, libraryId);
  return await ctx.db.transaction(async (tx) => {
    const row = await getRow(tx.read, libraryId);
    const scanning = parseScanningConfig(row);
    const settings = readSettings(input, { ...row, scanning });
    checkLinkRights(viewer, input, scanning.followLinksOutside);
    if (path !== undefined) checkMoveRights(viewer, scanning.followLinksOutside);
    const now = Date.now();
    await updateLibraryRow(tx, libraryId, {
      ...settings,
      ...(input.name === undefined ? {} : { name: input.name, sortKey: sortKey(input.name) }),
      ...(path === undefined ? {} : { path }),
      updatedAt: now,
    });
    const target = { kind: 'library', id: libraryId, name: row.name };
    const details = { changed: Object.keys(input) };
    await writeAudit(tx, ctx, { action: 'setting_changed', actor: viewer, target, details });
    tx.afterCommit(() => {
      const timestamp = new Date(now).toISOString();
      ctx.events.emit({ type: 'library_updated', library_id: libraryId, timestamp });
    });
    return await getVisible(tx.read, viewer, libraryId);
  });
}

interface DeleteContext extends AuditContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly queue: Queue;
}

/**
 * Deletes a library with its series, books and reading progress, after cancelling its tasks. Its files stay, uploads that are
 * not complete do not.
 * @throws {AppError} `NotFound`
 */
export async function deleteLibrary(ctx: DeleteContext, viewer: Viewer, libraryId: string): Promise<void> {
  const { name } = await getLibrary(ctx, viewer, libraryId);
  const { path } = await getRow(ctx.db.read, libraryId);
  for (const taskId of await listOpenTasks(ctx.db.read, libraryId)) await ctx.queue.cancel(taskId);
  await ctx.db.transaction(async (tx) => {
    await deleteLibraryRow(tx, libraryId);
    const target = { kind: 'library', id: libraryId, name };
    await writeAudit(tx, ctx, { action: 'library_deleted', actor: viewer, target });
    await ctx.queue.enqueue(tx, 'cleanup_orphaned_files', {});
    tx.afterCommit(() => {
      ctx.events.emit({ type: 'library_deleted', library_id: libraryId, timestamp: new Date().toISOString() });
    });
  });
  // What is left on a disk that is away is hidden from scans.
  await libraryReads.run(path, async () => removeAllStaged(path)).catch(() => undefined);
}

/** Libraries by name. */
export async function listLibraries(
  { db }: { readonly db: Database },
  viewer: Viewer,
  page: PageWanted,
): Promise<Listed<Library>> {
  const [rows, total] = await Promise.all([listRows(db.read, viewer, toSlice(page)), countLibraries(db.read, viewer)]);
  return { rows, total };
}
