import type { Release, ReleaseAction, ReleaseFilter, ReleaseState } from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { normalizeTitle } from '#core/rules/text/normalize-title.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { deleteCandidates, listOwnedBooks } from '#db/repos/releases/release-candidates.repo.ts';
import { claimAlias, findTracking, insertAlias, raiseKnown } from '#db/repos/releases/release-tracking.repo.ts';
import {
  deleteReleases,
  deleteUnseen,
  findReleases,
  type ListedRelease,
  listReleaseIds,
  moveRelease,
  setReleaseState,
} from '#db/repos/releases/releases.repo.ts';
import { seriesEvent } from '#events/entity-events.ts';
import { say } from '#words/say.ts';
import { interestIn, isWantedLanguage } from './interest.ts';
import { checkSeries, getReleaseRow, toScope, showRelease } from './list-releases.ts';
import { isOwned } from './is-owned.ts';
import { largestEnd, readSpans } from './spans.ts';
import { type SettleContext, recomputeOwned } from './recompute-owned.ts';
import { readTitle } from './read-item.ts';
import { invalidField } from '#core/invalid-field.ts';

const STATES: Readonly<Record<Exclude<ReleaseAction, 'delete'>, ReleaseState>> = {
  dismiss: 'dismissed',
  'mark-acquired': 'marked_acquired',
  ignore: 'hidden',
  reset: 'announced',
};
const AT_ONCE = 500;
const DAY_MS = 86_400_000;

function emitSeriesUpdates({ events }: SettleContext, tx: Tx, rows: readonly ListedRelease[]): void {
  const series = new Map(rows.map(({ seriesId, libraryId }) => [seriesId, libraryId]));
  tx.afterCommit(() => {
    for (const [id, libraryId] of series) events.emit(seriesEvent('series_updated', { id, libraryId }, ['releases']));
  });
}

/** Sets the state of a release. @throws {AppError} `NotFound` */
export async function setState(ctx: SettleContext, viewer: Viewer, id: string, state: ReleaseState): Promise<Release> {
  const row = await getReleaseRow(ctx, viewer, id);
  await ctx.db.transaction(async (tx) => {
    await setReleaseState(tx, [id], state, true);
    emitSeriesUpdates(ctx, tx, [row]);
  });
  return showRelease(ctx, viewer, { ...row, state });
}

/** Deletes a release; the next poll of its source reads the whole feed. @throws {AppError} `NotFound` */
export async function deleteRelease(ctx: SettleContext, viewer: Viewer, id: string): Promise<void> {
  const row = await getReleaseRow(ctx, viewer, id);
  await ctx.db.transaction(async (tx) => {
    await deleteReleases(tx, [row]);
    emitSeriesUpdates(ctx, tx, [row]);
  });
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
    emitSeriesUpdates(ctx, tx, rows);
    return rows.length;
  });
}

/**
 * Changes all given releases that the viewer may see. A filter works in batches, so an interrupted run has changed some of them.
 * @returns number of releases
 * @throws {AppError} `BadRequest` unless exactly one of `ids` and `filter` is given
 */
export async function changeReleases(
  ctx: SettleContext,
  viewer: Viewer,
  { ids, filter }: { readonly ids?: readonly string[] | undefined; readonly filter?: ReleaseFilter | undefined },
  action: ReleaseAction,
): Promise<number> {
  if ((ids === undefined) === (filter === undefined)) {
    throw invalidField('ids', say('must be given unless filter is, and never with it'));
  }
  if (ids !== undefined) return changeSome(ctx, viewer, [...new Set(ids)], action);
  await recomputeOwned(ctx);
  const scope = toScope(filter ?? {});
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
 * Deletes undecided releases that their sources no longer list.
 * @param days age; the setting's value unless given, where 0 keeps all
 */
export async function purgeReleases(
  { db, settings }: SettleContext & { readonly settings: Pick<Settings, 'get'> },
  days: number | undefined,
): Promise<number> {
  const kept = days ?? settings.get('release_tracking.retention_days');
  if (kept === 0) return 0;
  return db.transaction(async (tx) => deleteUnseen(tx, Date.now() - kept * DAY_MS));
}

interface ChooseContext extends SettleContext {
  readonly settings: Pick<Settings, 'get'>;
}

const Told = z.object({ title: z.string() }).catch({ title: '' });

function findSeriesName({ metadata }: ListedRelease): string | undefined {
  return readTitle(Told.parse(JSON.parse(metadata)).title).titles.find((title) => normalizeTitle(title) !== '');
}

async function putAlias(tx: Tx, row: ListedRelease, seriesId: string): Promise<void> {
  const alias = findSeriesName(row);
  if (alias === undefined) return;
  const source = 'manual';
  const normalized = normalizeTitle(alias);
  const named = { id: newId(), seriesId, alias, normalized, source, createdAt: Date.now() };
  if (!(await insertAlias(tx, named))) await claimAlias(tx, seriesId, normalized);
}

/** Moves a release to a series; unless a user chose its state, the state follows from the owned books. */
async function move(tx: Tx, { settings }: ChooseContext, row: ListedRelease, seriesId: string): Promise<void> {
  const [tracking] = await findTracking(tx.read, [seriesId]);
  const interest = interestIn(tracking, settings.get('release_tracking.default_languages'));
  const contents = { volumes: readSpans(row.volumes), chapters: readSpans(row.chapters) };
  const isHere = isOwned(contents, await listOwnedBooks(tx.read, [seriesId]), interest.chaptersOf);
  const state = isHere ? 'marked_acquired' : 'announced';
  const change = { seriesId, state, confidence: 1, matchedBy: 'Somebody chose the series' };
  if (!(await moveRelease(tx, row.id, change))) throw new AppError('NotFound', `Release ${row.id} not found`);
  await deleteCandidates(tx, row.id);
  if (isWantedLanguage(row.language, interest.languages)) {
    const volume = interest.trackVolumes ? largestEnd(contents.volumes) : null;
    const chapter = interest.trackChapters ? largestEnd(contents.chapters) : null;
    await raiseKnown(tx, seriesId, { chapter, volume: volume === null ? null : Math.trunc(volume) });
  }
}

/** Sets the series of a release. @throws {AppError} `NotFound` for the release or the series */
export async function chooseReleaseSeries(
  ctx: ChooseContext,
  viewer: Viewer,
  id: string,
  { seriesId, addAlias }: { readonly seriesId: string; readonly addAlias: boolean },
): Promise<Release> {
  const row = await getReleaseRow(ctx, viewer, id);
  const series = await checkSeries(ctx, viewer, seriesId);
  await ctx.db.transaction(async (tx) => {
    await move(tx, ctx, row, seriesId);
    if (addAlias) await putAlias(tx, row, seriesId);
    tx.afterCommit(() => {
      ctx.events.emit(seriesEvent('series_updated', series, addAlias ? ['releases', 'aliases'] : ['releases']));
      if (row.seriesId === seriesId) return;
      ctx.events.emit(seriesEvent('series_updated', { id: row.seriesId, libraryId: row.libraryId }, ['releases']));
    });
  });
  return showRelease(ctx, viewer, await getReleaseRow(ctx, viewer, id));
}
