import { type Library, type LibraryCreate, LIBRARY_KINDS } from '@lectern/contract';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import type { Access } from '#core/people/access.ts';
import { sortKey } from '#core/rules/text/sort-key.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import { findLibrary, insertLibrary } from '#db/repos/catalog/libraries.repo.ts';
import { writeUserLibrary } from '#db/repos/people/users.repo.ts';
import type { EventBus } from '#events/bus.ts';
import type { Queue } from '#jobs/queue.ts';
import { say } from '#words/say.ts';
import { checkLibraryPath, checkLinkRights, type PathContext } from './check-library-path.ts';
import { DEFAULT_SCANNING, defaultsFor, readSettings } from './library-settings.ts';

/** What a new library needs. */
export interface NewLibraryContext extends PathContext, AuditContext {
  readonly events: EventBus;
  readonly queue: Queue;
  readonly access: Access;
}

/**
 * Adds a library. With `scanImmediately` its first scan is queued in the same transaction.
 * @param viewer gets access to the library; undefined for the operator
 * @throws {AppError} `BadRequest` for an invalid folder or setting, `Conflict` for the folder of another library, `Forbidden` for
 * a folder or links that the viewer may not choose
 */
export async function createLibrary(
  ctx: NewLibraryContext,
  viewer: Viewer | undefined,
  input: LibraryCreate,
): Promise<Library> {
  const { kind = 'mixed' } = input;
  const defaults = defaultsFor(kind);
  const settings = readSettings(input, defaults);
  checkLinkRights(viewer, input, DEFAULT_SCANNING.followLinksOutside);
  const path = await checkLibraryPath(ctx, input.path, viewer);
  const id = newId();
  const now = Date.now();
  return await ctx.db.transaction(async (tx) => {
    const added = await insertLibrary(tx, {
      isActive: 1,
      allowFileDeletion: 0,
      allowUploads: 0,
      kind,
      defaultReadingDirection: LIBRARY_KINDS[kind].defaultReadingDirection,
      bookStrategy: defaults.bookStrategy,
      numberStrategy: defaults.numberStrategy,
      seriesStrategy: defaults.seriesStrategy,
      scanningConfig: JSON.stringify(DEFAULT_SCANNING),
      ...settings,
      id,
      name: input.name,
      sortKey: sortKey(input.name),
      path,
      createdAt: now,
      updatedAt: now,
    });
    if (!added) throw new AppError('Conflict', say('Another library already has the folder "{path}"', { path }));
    if (viewer?.libraryIds !== undefined) await writeUserLibrary(tx, viewer.userId, id);
    const about = { target: { kind: 'library', id, name: input.name }, details: { change: 'added' } };
    await writeAudit(tx, ctx, { action: 'setting_changed', actor: viewer ?? 'operator', ...about });
    tx.afterCommit(() => {
      // Before the event, so that viewers with new access receive it.
      if (viewer?.libraryIds !== undefined) ctx.access.forgetUser(viewer.userId);
      ctx.events.emit({ type: 'library_created', library_id: id, timestamp: new Date(now).toISOString() });
    });
    if (input.scanImmediately === true) await ctx.queue.enqueue(tx, 'scan_library', { libraryId: id, mode: 'normal' });
    const { permissions } = viewer ?? {};
    const sight = { userId: '', ...(permissions === undefined ? {} : { permissions }) };
    const library = await findLibrary(tx.read, sight, id);
    if (library === undefined) throw new Error(`Library ${id} is not there after it was added`);
    return library;
  });
}
