import type { ReleaseAlias } from '@lectern/contract';
import { normalizeTitle } from '#core/duplicates/normalize-title.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import {
  type AliasRow,
  claimAlias,
  deleteAlias,
  insertAlias,
  listAliases,
} from '#db/repos/releases/release-tracking.repo.ts';
import { seriesEvent } from '#events/entity-events.ts';
import { checkSeries } from './list-releases.ts';
import type { SettleContext } from './settle-owned.ts';

function toAlias(row: AliasRow): ReleaseAlias {
  const source = row.source === 'manual' ? 'manual' : 'metadata';
  return { ...row, source, createdAt: new Date(row.createdAt).toISOString() };
}

/** Names that releases of a series go by. @throws {AppError} `NotFound` */
export async function listSeriesAliases(ctx: SettleContext, viewer: Viewer, seriesId: string): Promise<ReleaseAlias[]> {
  await checkSeries(ctx, viewer, seriesId);
  return (await listAliases(ctx.db.read, [seriesId])).map(toAlias);
}

/**
 * Adds a name that releases of a series go by.
 * @returns the one that means the same when there is one already
 * @throws {AppError} `NotFound`, or `BadRequest` for a name without letter or digit
 */
export async function addAlias(
  ctx: SettleContext,
  viewer: Viewer,
  seriesId: string,
  alias: string,
): Promise<{ readonly alias: ReleaseAlias; readonly isNew: boolean }> {
  const series = await checkSeries(ctx, viewer, seriesId);
  const normalized = normalizeTitle(alias);
  if (normalized === '') {
    const message = 'must hold a letter or a digit';
    throw new AppError('BadRequest', `Invalid body: alias: ${message}`, { details: [{ path: 'alias', message }] });
  }
  const row = { id: newId(), seriesId, alias, normalized, source: 'manual', createdAt: Date.now() };
  return ctx.db.transaction(async (tx) => {
    const isNew = await insertAlias(tx, row);
    if (!isNew) await claimAlias(tx, seriesId, normalized);
    const known = (await listAliases(tx.read, [seriesId])).find((one) => one.normalized === normalized);
    if (isNew) tx.afterCommit(() => ctx.events.emit(seriesEvent('series_updated', series, ['aliases'])));
    return { alias: toAlias(known ?? row), isNew };
  });
}

/** Removes a name of a series. @throws {AppError} `NotFound` */
export async function removeAlias(ctx: SettleContext, viewer: Viewer, seriesId: string, id: string): Promise<void> {
  const series = await checkSeries(ctx, viewer, seriesId);
  await ctx.db.transaction(async (tx) => {
    if (!(await deleteAlias(tx, seriesId, id))) throw new AppError('NotFound', `Alias ${id} not found`);
    tx.afterCommit(() => ctx.events.emit(seriesEvent('series_updated', series, ['aliases'])));
  });
}
