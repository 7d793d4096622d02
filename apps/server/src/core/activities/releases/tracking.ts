import {
  type ReleaseAlias,
  type ReleaseTracking,
  type ReleaseTrackingUpdate,
  VolumeChapterMap,
} from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { normalizeTitle } from '#core/rules/text/normalize-title.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { listOwnedBooks, markForReleases } from '#db/repos/releases/release-candidates.repo.ts';
import {
  type AliasRow,
  claimAlias,
  deleteAlias,
  findNamedSeries,
  findTracking,
  insertAlias,
  listAliases,
  listAlternateTitles,
  type NamedSeries,
  putTracking,
  type TrackingRow,
} from '#db/repos/releases/release-tracking.repo.ts';
import { lockFor } from '#db/sql/dialect.ts';
import { seriesEvent } from '#events/entity-events.ts';
import { say } from '#words/say.ts';
import { checkSeries } from './list-releases.ts';
import type { SettleContext } from './recompute-owned.ts';
import { invalidField } from '#core/invalid-field.ts';

const Texts = z.array(z.string());

function untracked(seriesId: string, now: number): TrackingRow {
  return {
    seriesId,
    tracked: 0,
    trackChapters: 1,
    trackVolumes: 1,
    fromVolume: null,
    fromChapter: null,
    latestKnownChapter: null,
    latestKnownVolume: null,
    volumeChapterMap: null,
    confidenceThresholdOverride: null,
    languages: null,
    groups: null,
    createdAt: now,
    updatedAt: now,
  };
}

function toTracking(row: TrackingRow, isStored: boolean): ReleaseTracking {
  const { tracked, trackChapters, trackVolumes, volumeChapterMap, languages, groups, createdAt, updatedAt } = row;
  return {
    ...row,
    tracked: tracked === 1,
    trackChapters: trackChapters === 1,
    trackVolumes: trackVolumes === 1,
    volumeChapterMap: volumeChapterMap === null ? null : VolumeChapterMap.parse(JSON.parse(volumeChapterMap)),
    languages: languages === null ? null : Texts.parse(JSON.parse(languages)),
    groups: groups === null ? null : Texts.parse(JSON.parse(groups)),
    createdAt: isStored ? new Date(createdAt).toISOString() : null,
    updatedAt: isStored ? new Date(updatedAt).toISOString() : null,
  };
}

/** The release tracking of a series. @throws {AppError} `NotFound` */
export async function getTracking(ctx: SettleContext, viewer: Viewer, seriesId: string): Promise<ReleaseTracking> {
  await checkSeries(ctx, viewer, seriesId);
  const [row] = await findTracking(ctx.db.read, [seriesId]);
  return toTracking(row ?? untracked(seriesId, 0), row !== undefined);
}

function largest(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter((number) => number !== null);
  return known.length === 0 ? null : known.reduce((one, other) => Math.max(one, other));
}

/** First values of a tracked series: its names become aliases, and its books set the known numbers. */
async function seed(tx: Tx, series: NamedSeries, row: TrackingRow): Promise<TrackingRow> {
  const others = await listAlternateTitles(tx.read, [series.id]);
  const names = [series.title, series.titleSort ?? '', series.name, ...others.map(({ name }) => name)];
  for (const alias of names) {
    const normalized = normalizeTitle(alias);
    if (normalized === '') continue;
    const id = newId();
    await insertAlias(tx, { id, seriesId: series.id, alias, normalized, source: 'metadata', createdAt: Date.now() });
  }
  const books = await listOwnedBooks(tx.read, [series.id]);
  const [volume, chapter] = [largest(books.map((book) => book.volume)), largest(books.map((book) => book.chapter))];
  const isKnown = volume !== null || chapter !== null;
  return {
    ...row,
    trackVolumes: Number(!isKnown || volume !== null),
    trackChapters: Number(!isKnown || chapter !== null),
    latestKnownVolume: volume === null ? null : Math.trunc(volume),
    latestKnownChapter: chapter,
  };
}

function list(values: readonly string[] | null): string | null {
  return values === null ? null : JSON.stringify([...new Set(values)]);
}

function apply(row: TrackingRow, update: ReleaseTrackingUpdate): TrackingRow {
  const { tracked, trackChapters, trackVolumes, volumeChapterMap, languages, groups, ...plain } = update;
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  const flag = (value: boolean | undefined, stored: number): number => (value === undefined ? stored : Number(value));
  const lower = languages?.map((language) => language.toLowerCase()) ?? null;
  return {
    ...row,
    ...given,
    tracked: flag(tracked, row.tracked),
    trackChapters: flag(trackChapters, row.trackChapters),
    trackVolumes: flag(trackVolumes, row.trackVolumes),
    ...(volumeChapterMap === undefined
      ? {}
      : { volumeChapterMap: volumeChapterMap === null ? null : JSON.stringify(volumeChapterMap) }),
    ...(languages === undefined ? {} : { languages: list(lower) }),
    ...(groups === undefined ? {} : { groups: list(groups) }),
  };
}

async function writeTracking({ events }: SettleContext, tx: Tx, series: NamedSeries, update: ReleaseTrackingUpdate) {
  await lockFor(tx.kind, tx.write, `tracking ${series.id}`);
  const now = Date.now();
  const [known] = await findTracking(tx.read, [series.id]);
  const before = known ?? untracked(series.id, now);
  // Only the first time: a user who tracks again keeps the earlier values.
  const isFirst = known === undefined && update.tracked === true;
  const row = { ...apply(isFirst ? await seed(tx, series, before) : before, update), updatedAt: now };
  await putTracking(tx, row);
  await markForReleases(tx, [series.id]);
  tx.afterCommit(() => events.emit(seriesEvent('series_updated', series, ['tracking'])));
  return { row, isChanged: before.tracked !== row.tracked };
}

/** Changes the tracking of a series. @throws {AppError} `NotFound` */
export async function updateTracking(
  ctx: SettleContext,
  viewer: Viewer,
  seriesId: string,
  update: ReleaseTrackingUpdate,
): Promise<ReleaseTracking> {
  const series = await checkSeries(ctx, viewer, seriesId);
  const { row } = await ctx.db.transaction(async (tx) => writeTracking(ctx, tx, series, update));
  return toTracking(row, true);
}

/**
 * Starts or stops the tracking of many series, all or none.
 * @throws {AppError} `NotFound` for the first hidden series
 */
export async function trackMany(ctx: SettleContext, viewer: Viewer, seriesIds: readonly string[], tracked: boolean) {
  const wanted = [...new Set(seriesIds)].toSorted();
  const found = new Map((await findNamedSeries(ctx.db.read, viewer, wanted)).map((series) => [series.id, series]));
  const missing = wanted.find((id) => !found.has(id));
  if (missing !== undefined) throw new AppError('NotFound', `Series ${missing} not found`);
  const changed = await ctx.db.transaction(async (tx) => {
    let count = 0;
    for (const series of found.values()) {
      const { isChanged } = await writeTracking(ctx, tx, series, { tracked });
      if (isChanged) count += 1;
    }
    return count;
  });
  return { changed, unchanged: wanted.length - changed };
}

function toAlias(row: AliasRow): ReleaseAlias {
  const source = row.source === 'manual' ? 'manual' : 'metadata';
  return { ...row, source, createdAt: new Date(row.createdAt).toISOString() };
}

/** Aliases of a series. @throws {AppError} `NotFound` */
export async function listSeriesAliases(ctx: SettleContext, viewer: Viewer, seriesId: string): Promise<ReleaseAlias[]> {
  await checkSeries(ctx, viewer, seriesId);
  return (await listAliases(ctx.db.read, [seriesId])).map(toAlias);
}

/**
 * Adds an alias.
 * @returns the existing alias when it has the same meaning
 * @throws {AppError} `NotFound`, or `BadRequest` for an alias without letter or digit
 */
export async function addAlias(ctx: SettleContext, viewer: Viewer, seriesId: string, alias: string) {
  const series = await checkSeries(ctx, viewer, seriesId);
  const normalized = normalizeTitle(alias);
  if (normalized === '') {
    throw invalidField('alias', say('must have a letter or a digit'));
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

/** Removes an alias. @throws {AppError} `NotFound` */
export async function removeAlias(ctx: SettleContext, viewer: Viewer, seriesId: string, id: string): Promise<void> {
  const series = await checkSeries(ctx, viewer, seriesId);
  await ctx.db.transaction(async (tx) => {
    if (!(await deleteAlias(tx, seriesId, id))) throw new AppError('NotFound', `Alias ${id} not found`);
    tx.afterCommit(() => ctx.events.emit(seriesEvent('series_updated', series, ['aliases'])));
  });
}
