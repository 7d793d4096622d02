import type { Library, LibraryCreate } from '@lectern/contract';
import { newId } from '#db/new-id.ts';
import type { Database } from '#db/open.ts';
import { findLibrary, insertLibrary } from '#db/repos/catalog/libraries.repo.ts';
import { writeUserLibrary } from '#db/repos/users/users.repo.ts';
import type { EventBus } from '#events/bus.ts';
import type { Queue } from '#jobs/queue.ts';
import { AppError } from '../errors.ts';
import type { Access } from '#core/sign-in/access.ts';
import type { Viewer } from '../viewer.ts';
import { checkLibraryPath, type PathContext } from './check-library-path.ts';
import { LIBRARY_DEFAULTS } from './library-defaults.ts';
import { checkLinkRights } from './library-rights.ts';
import { DEFAULT_SCANNING, readSettings } from './library-settings.ts';
import { sortKey } from './sort-key.ts';

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
      // Before the event: whoever may see it from now on is to hear of it.
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
