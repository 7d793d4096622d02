import type { Release, ReleaseFacets, ReleaseFilter } from '@lectern/contract';
import { parseSort } from '#core/catalog/parse-sort.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { findNamedSeries } from '#db/repos/releases/release-tracking.repo.ts';
import {
  countByLanguage,
  countByLibrary,
  countBySeries,
  countReleases,
  findReleases,
  type ListedRelease,
  pickReleases,
  type ReleaseScope,
} from '#db/repos/releases/releases.repo.ts';
import { settleOwned, type SettleContext } from './settle-owned.ts';
import { toReleases } from './to-release.ts';

const SORT_FIELDS = {
  series: 'series',
  observed: 'observed',
  observed_at: 'observed',
  released: 'released',
  released_at: 'released',
} as const;

/** Which page of which entries, in which order. */
export interface ReleasesWanted extends ReleaseFilter {
  readonly sort?: string | undefined;
  readonly order?: string | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/** Entries that a filter means: of one state, the announced ones unless it says so (decision C19). */
export function scopeOf(filter: ReleaseFilter): ReleaseScope {
  const { state = 'announced', seriesId, sourceId, libraryId, language, ambiguous: isAmbiguous } = filter;
  return { seriesId, sourceId, libraryId, language, isAmbiguous, state: state === 'all' ? undefined : state };
}

/** One page of entries that the viewer may see. */
export async function listReleases(
  ctx: SettleContext,
  viewer: Viewer,
  wanted: ReleasesWanted,
): Promise<{ readonly releases: Release[]; readonly total: number }> {
  const { page, pageSize } = wanted;
  const order = parseSort(wanted, SORT_FIELDS, { field: 'series', direction: 'asc' });
  await settleOwned(ctx);
  const scope = scopeOf(wanted);
  const [rows, total] = await Promise.all([
    pickReleases(ctx.db.read, viewer, scope, { ...order, offset: (page - 1) * pageSize, limit: pageSize }),
    countReleases(ctx.db.read, viewer, scope),
  ]);
  return { releases: await toReleases(ctx.db.read, viewer, rows), total };
}

/**
 * Refuses what the viewer may not see.
 * @throws {AppError} `NotFound`
 */
export async function checkSeries({ db }: Pick<SettleContext, 'db'>, viewer: Viewer, seriesId: string) {
  const [series] = await findNamedSeries(db.read, viewer, [seriesId]);
  if (series === undefined) throw new AppError('NotFound', `Series ${seriesId} not found`);
  return series;
}

/** Entries of one series, of all states unless one is asked for. @throws {AppError} `NotFound` */
export async function listSeriesReleases(
  ctx: SettleContext,
  viewer: Viewer,
  seriesId: string,
  wanted: ReleasesWanted,
): Promise<{ readonly releases: Release[]; readonly total: number }> {
  await checkSeries(ctx, viewer, seriesId);
  return listReleases(ctx, viewer, { ...wanted, state: wanted.state ?? 'all', seriesId });
}

/** How many entries there are, of what the viewer may see; each facet without its own filter. */
export async function getFacets(ctx: SettleContext, viewer: Viewer, filter: ReleaseFilter): Promise<ReleaseFacets> {
  await settleOwned(ctx);
  const { read } = ctx.db;
  const scope = scopeOf(filter);
  const [languages, libraries, series] = await Promise.all([
    countByLanguage(read, viewer, scope),
    countByLibrary(read, viewer, scope),
    countBySeries(read, viewer, scope),
  ]);
  return {
    languages: languages.map(({ language, count }) => ({ language: language ?? '', count })),
    libraries,
    series,
  };
}

/** One entry. @throws {AppError} `NotFound` */
export async function getReleaseRow({ db }: SettleContext, viewer: Viewer, id: string): Promise<ListedRelease> {
  const [row] = await findReleases(db.read, viewer, [id]);
  if (row === undefined) throw new AppError('NotFound', `Release ${id} not found`);
  return row;
}
