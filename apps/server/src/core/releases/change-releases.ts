import type { Release, ReleaseAction, ReleaseFilter, ReleaseState } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Tx } from '#db/open.ts';
import {
  deleteReleases,
  deleteUnseen,
  findReleases,
  type ListedRelease,
  listReleaseIds,
  setReleaseState,
} from '#db/repos/releases/releases.repo.ts';
import { seriesEvent } from '#events/entity-events.ts';
import { getReleaseRow, scopeOf } from './list-releases.ts';
import { settleOwned, type SettleContext } from './settle-owned.ts';
import { showRelease } from './to-release.ts';

const STATES: Readonly<Record<Exclude<ReleaseAction, 'delete'>, ReleaseState>> = {
  dismiss: 'dismissed',
  'mark-acquired': 'marked_acquired',
  ignore: 'hidden',
  reset: 'announced',
};
/** Entries changed in one transaction. */
const AT_ONCE = 500;
const DAY_MS = 86_400_000;

function tellOf({ events }: SettleContext, tx: Tx, rows: readonly ListedRelease[]): void {
  const series = new Map(rows.map(({ seriesId, libraryId }) => [seriesId, libraryId]));
  tx.afterCommit(() => {
    for (const [id, libraryId] of series) events.emit(seriesEvent('series_updated', { id, libraryId }, ['releases']));
  });
}

/**
 * Gives an entry a state, whichever it has (decision C19).
 * @throws {AppError} `NotFound`
 */
export async function setState(ctx: SettleContext, viewer: Viewer, id: string, state: ReleaseState): Promise<Release> {
  const row = await getReleaseRow(ctx, viewer, id);
  await ctx.db.transaction(async (tx) => {
    await setReleaseState(tx, [id], state, true);
    tellOf(ctx, tx, [row]);
  });
  return showRelease(ctx, viewer, { ...row, state });
}

/** Deletes an entry; the next poll of its source reads all again. @throws {AppError} `NotFound` */
export async function deleteRelease(ctx: SettleContext, viewer: Viewer, id: string): Promise<void> {
  const row = await getReleaseRow(ctx, viewer, id);
  await ctx.db.transaction(async (tx) => {
    await deleteReleases(tx, [row]);
    tellOf(ctx, tx, [row]);
  });
}

/** Which entries something is done to: exactly one of both. */
export interface ReleaseChoice {
  readonly ids?: readonly string[] | undefined;
  readonly filter?: ReleaseFilter | undefined;
}

async function changeSome(ctx: SettleContext, viewer: Viewer, ids: readonly string[], action: ReleaseAction) {
  return ctx.db.transaction(async (tx) => {
    const rows = await findReleases(tx.read, viewer, ids);
    if (action === 'delete') await deleteReleases(tx, rows);
    else
      await setReleaseState(
        tx,
        rows.map(({ id }) => id),
        STATES[action],
        true,
      );
    tellOf(ctx, tx, rows);
    return rows.length;
  });
}

/**
 * Does the same to many entries that the viewer may see; ids of others are left out. All that a filter finds is done a few
 * hundred at a time: a process that dies in between has done some of it.
 * @returns how many there were
 * @throws {AppError} `BadRequest` unless exactly one of `ids` and `filter` is given
 */
export async function changeReleases(
  ctx: SettleContext,
  viewer: Viewer,
  { ids, filter }: ReleaseChoice,
  action: ReleaseAction,
): Promise<number> {
  if ((ids === undefined) === (filter === undefined)) {
    const message = 'either ids or filter must be given';
    throw new AppError('BadRequest', `Invalid body: ids: ${message}`, { details: [{ path: 'ids', message }] });
  }
  if (ids !== undefined) return changeSome(ctx, viewer, [...new Set(ids)], action);
  await settleOwned(ctx);
  const scope = scopeOf(filter ?? {});
  let affected = 0;
  for (let after = ''; ; ) {
    const some = await listReleaseIds(ctx.db.read, viewer, scope, { after, limit: AT_ONCE });
    affected += await changeSome(ctx, viewer, some, action);
    const last = some.at(-1);
    if (some.length < AT_ONCE || last === undefined) return affected;
    after = last;
  }
}

/**
 * Deletes entries that nobody waits for and that their sources have not named for some time: those would not come again.
 * @param days as the setting says unless given; 0 of the setting keeps them all
 */
export async function purgeReleases(
  { db, settings }: SettleContext & { readonly settings: Pick<Settings, 'get'> },
  days: number | undefined,
): Promise<number> {
  const kept = days ?? settings.get('release_tracking.retention_days');
  if (kept === 0) return 0;
  return db.transaction(async (tx) => deleteUnseen(tx, Date.now() - kept * DAY_MS));
}
