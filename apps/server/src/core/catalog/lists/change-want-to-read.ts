import { MAX_MEMBERS, type WantedItem } from '@lectern/contract';
import { say } from '#words/say.ts';
import type { ChangeContext } from '../contexts.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import {
  deleteWanted,
  findWanted,
  lockWanted,
  insertWanted,
  listWantedIds,
  measureWanted,
  type WantedTarget,
  writeWantedPositions,
} from '#db/repos/rows/want-to-read.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { wantToReadEvent } from '#events/entity-events.ts';
import { getSeries } from '#core/catalog/browse/get-series.ts';
import { getBookPlace } from '../reading/save-progress.ts';
import { reorder } from './list-members.ts';
import { toItems } from './want-to-read.ts';

function emitWantToRead(tx: Tx, events: EventBus, userId: string): void {
  tx.afterCommit(() => events.emitPersonal(wantToReadEvent(userId)));
}

async function add(tx: Tx, userId: string, targets: readonly WantedTarget[]): Promise<number> {
  await lockWanted(tx, userId);
  const { count, end } = await measureWanted(tx.read, userId);
  if (count + targets.length > MAX_MEMBERS) {
    throw new AppError(
      'Conflict',
      say('Want to read can have at most {max, plural, one {# entry} other {# entries}}', { max: MAX_MEMBERS }),
    );
  }
  const addedAt = Date.now();
  const rows = targets.map((target, index) => ({
    ...target,
    id: newId(),
    userId,
    addedAt,
    position: end + index,
  }));
  return await insertWanted(tx, rows);
}

/** Adds a series or book at the end. Throws `BadRequest` unless one is given, `NotFound`, or `Conflict`. */
export async function addWantToRead(
  ctx: ChangeContext,
  viewer: Viewer,
  { seriesId, bookId }: { readonly seriesId?: string | undefined; readonly bookId?: string | undefined },
): Promise<WantedItem> {
  if ((seriesId === undefined) === (bookId === undefined)) {
    throw new AppError('BadRequest', say('Choose either a series or a book'));
  }
  if (seriesId !== undefined) await getSeries(ctx, viewer, seriesId);
  if (bookId !== undefined) await getBookPlace(ctx, viewer, bookId);
  const target = { seriesId: seriesId ?? null, bookId: bookId ?? null };
  const row = await ctx.db.transaction(async (tx) => {
    await add(tx, viewer.userId, [target]);
    emitWantToRead(tx, ctx.events, viewer.userId);
    return await findWanted(tx.read, viewer.userId, target);
  });
  const [item] = row === undefined ? [] : await toItems(ctx, viewer, [row]);
  if (item === undefined) throw new AppError('NotFound', `${seriesId ?? bookId ?? ''} not found`);
  return item;
}

/** Adds many entries, ignoring unknown and present ones. Throws `Conflict` for too many. */
export async function addManyWantToRead(
  ctx: ChangeContext,
  viewer: Viewer,
  { seriesIds, bookIds }: { readonly seriesIds: readonly string[]; readonly bookIds: readonly string[] },
): Promise<{ readonly added: number; readonly alreadyPresent: number }> {
  const { read } = ctx.db;
  const knownSeries = new Set(await pickVisible(read, viewer, 'series', [...new Set(seriesIds)]));
  const knownBooks = new Set(await pickVisible(read, viewer, 'books', [...new Set(bookIds)]));
  const targets = [
    ...[...new Set(seriesIds)].filter((id) => knownSeries.has(id)).map((seriesId) => ({ seriesId, bookId: null })),
    ...[...new Set(bookIds)].filter((id) => knownBooks.has(id)).map((bookId) => ({ seriesId: null, bookId })),
  ];
  const added = await ctx.db.transaction(async (tx) => {
    const count = await add(tx, viewer.userId, targets);
    if (count > 0) emitWantToRead(tx, ctx.events, viewer.userId);
    return count;
  });
  return { added, alreadyPresent: targets.length - added };
}

/** Reorders entries within the places that they occupy together, ignoring unknown ones. */
export async function orderWantToRead(
  { db, events }: ChangeContext,
  { userId }: Viewer,
  entryIds: readonly string[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockWanted(tx, userId);
    await writeWantedPositions(tx, userId, reorder(await listWantedIds(tx.read, userId), entryIds));
    emitWantToRead(tx, events, userId);
  });
}

/** Removes an entry if it is there. */
export async function removeWanted(
  { db, events }: ChangeContext,
  { userId }: Viewer,
  target: WantedTarget,
): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteWanted(tx, userId, target);
    emitWantToRead(tx, events, userId);
  });
}
