import { basename, resolve } from 'node:path';
import type { Library, LibraryCreate, LibraryUpdate } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Access } from '#core/people/access.ts';
import { sortKey } from '#core/rules/text/sort-key.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, ReadDb } from '#db/open.ts';
import {
  countLibraries,
  deleteLibraryRow,
  findLibrary,
  findLibraryRow,
  insertLibrary,
  type LibraryRow,
  listLibraryPaths,
  listOpenTasks,
  listLibraries as listRows,
  scanningConfigOf,
  updateLibraryRow,
} from '#db/repos/catalog/libraries.repo.ts';
import { writeUserLibrary } from '#db/repos/people/users.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { identifyFolder, relateFolders } from '#files/walk/folder-identity.ts';
import type { Queue } from '#jobs/queue.ts';
import type { Listed, PageWanted } from '#core/page.ts';
import { checkLibraryPath, checkLinkRights, checkMoveRights, type PathContext } from './check-library-path.ts';
import { DEFAULT_SCANNING, LIBRARY_DEFAULTS, readSettings } from './library-settings.ts';

/**
 * One library as the viewer may see it.
 * @throws {AppError} `NotFound`
 */
export async function getLibrary(ctx: { readonly db: Database }, viewer: Viewer, libraryId: string): Promise<Library> {
  const library = await findLibrary(ctx.db.read, viewer, libraryId);
  if (library === undefined) throw new AppError('NotFound', `Library ${libraryId} not found`);
  return library;
}

/** What changing libraries takes. */
export interface LibraryContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly queue: Queue;
}

/** What adding one takes. */
export interface NewLibraryContext extends LibraryContext, PathContext {
  readonly access: Access;
}

/**
 * Adds a folder of book files; with `scanImmediately` its first scan is queued with it.
 * @param viewer who adds it, and sees it from then on; undefined for the operator
 * @throws {AppError} `BadRequest` for a folder or setting that cannot be used, `Conflict` for a folder that another library has,
 * `Forbidden` for a folder or links that the viewer may not choose
 */
export async function createLibrary(
  ctx: NewLibraryContext,
  viewer: Viewer | undefined,
  input: LibraryCreate,
): Promise<Library> {
  const settings = readSettings(input, LIBRARY_DEFAULTS);
  checkLinkRights(viewer, input, DEFAULT_SCANNING.followLinksOutside);
  const path = await checkLibraryPath(ctx, input.path, viewer);
  const id = newId();
  const now = Date.now();
  return await ctx.db.transaction(async (tx) => {
    const added = await insertLibrary(tx, {
      isActive: 1,
      defaultReadingDirection: 'ltr',
      bookStrategy: LIBRARY_DEFAULTS.bookStrategy,
      numberStrategy: LIBRARY_DEFAULTS.numberStrategy,
      seriesStrategy: LIBRARY_DEFAULTS.seriesStrategy,
      scanningConfig: JSON.stringify(DEFAULT_SCANNING),
      ...settings,
      id,
      name: input.name,
      sortKey: sortKey(input.name),
      path,
      createdAt: now,
      updatedAt: now,
    });
    if (!added) throw new AppError('Conflict', `Another library already has the folder "${path}"`);
    if (viewer?.libraryIds !== undefined) await writeUserLibrary(tx, viewer.userId, id);
    tx.afterCommit(() => {
      // Before the event, so that viewers with new access receive it.
      if (viewer?.libraryIds !== undefined) ctx.access.forgetUser(viewer.userId);
      ctx.events.emit({ type: 'library_created', library_id: id, timestamp: new Date(now).toISOString() });
    });
    if (input.scanImmediately === true) await ctx.queue.enqueue(tx, 'scan_library', { libraryId: id, mode: 'normal' });
    const { permissions } = viewer ?? {};
    const asked = { userId: '', ...(permissions === undefined ? {} : { permissions }) };
    const library = await findLibrary(tx.read, asked, id);
    if (library === undefined) throw new Error(`Library ${id} is not there after it was added`);
    return library;
  });
}

async function hasLibrary({ db }: NewLibraryContext, absolutePath: string): Promise<boolean> {
  const known = await listLibraryPaths(db.read);
  if (known.some(({ path }) => path === absolutePath)) return true;
  const identity = await identifyFolder(absolutePath);
  for (const { path } of known) if (relateFolders(identity, await identifyFolder(path)) === 'same') return true;
  return false;
}

/**
 * Makes a library, named after its folder, of every folder that is none yet, and queues its first scan.
 * @param absolutePaths a folder that is a library already may be missing: its drive may come later
 * @throws {AppError} `BadRequest` or `Conflict` for a folder that cannot become a library
 */
export async function addLibraries(ctx: NewLibraryContext, absolutePaths: readonly string[]): Promise<void> {
  for (const path of absolutePaths) {
    if (await hasLibrary(ctx, path)) continue;
    await createLibrary(ctx, undefined, {
      name: basename(path) === '' ? path : basename(path),
      path,
      scanImmediately: true,
    });
  }
}

async function getRow(db: ReadDb, libraryId: string): Promise<LibraryRow> {
  const row = await findLibraryRow(db, libraryId);
  if (row === undefined) throw new AppError('NotFound', `Library ${libraryId} not found`);
  return row;
}

/**
 * Changes a library: what is absent stays, null clears.
 * @throws {AppError} `NotFound`, `BadRequest`, `Conflict`, or `Forbidden` for a folder or links that the viewer may not choose
 */
export async function updateLibrary(
  ctx: Pick<LibraryContext, 'events'> & PathContext,
  viewer: Viewer,
  libraryId: string,
  input: LibraryUpdate,
): Promise<Library> {
  await getLibrary(ctx, viewer, libraryId);
  const { path: currentPath } = await getRow(ctx.db.read, libraryId);
  // A folder that is gone for now must not keep its library from being renamed.
  const wanted = input.path === undefined || resolve(input.path) === currentPath ? undefined : input.path;
  const path = wanted === undefined ? undefined : await checkLibraryPath(ctx, wanted, viewer, libraryId);
  return await ctx.db.transaction(async (tx) => {
    const row = await getRow(tx.read, libraryId);
    const scanning = scanningConfigOf(row);
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
    tx.afterCommit(() => {
      const timestamp = new Date(now).toISOString();
      ctx.events.emit({ type: 'library_updated', library_id: libraryId, timestamp });
    });
    const library = await findLibrary(tx.read, viewer, libraryId);
    if (library === undefined) throw new AppError('NotFound', `Library ${libraryId} not found`);
    return library;
  });
}

/**
 * Removes a library with its series, books and everybody's progress in them; its files stay where they are. What is being
 * done for it stops first.
 * @throws {AppError} `NotFound`
 */
export async function deleteLibrary(ctx: LibraryContext, viewer: Viewer, libraryId: string): Promise<void> {
  await getLibrary(ctx, viewer, libraryId);
  for (const taskId of await listOpenTasks(ctx.db.read, libraryId)) await ctx.queue.cancel(taskId);
  await ctx.db.transaction(async (tx) => {
    await deleteLibraryRow(tx, libraryId);
    await ctx.queue.enqueue(tx, 'cleanup_orphaned_files', {});
    tx.afterCommit(() => {
      ctx.events.emit({ type: 'library_deleted', library_id: libraryId, timestamp: new Date().toISOString() });
    });
  });
}

/** Libraries by name. */
export async function listLibraries(
  ctx: { readonly db: Database },
  viewer: Viewer,
  { page, pageSize }: PageWanted,
): Promise<Listed<Library>> {
  const [rows, total] = await Promise.all([
    listRows(ctx.db.read, viewer, { limit: pageSize, offset: (page - 1) * pageSize }),
    countLibraries(ctx.db.read, viewer),
  ]);
  return { rows, total };
}
