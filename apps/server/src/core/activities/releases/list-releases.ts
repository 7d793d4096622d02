import {
  MediaUrlKind,
  Release,
  type ReleaseCandidate,
  type ReleaseFacets,
  type ReleaseFilter,
  ReleaseState,
  toTimestamp,
} from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { groupBy } from '#core/group-by.ts';
import { toSlice } from '#core/page.ts';
import { parseSort } from '#core/rules/filters/parse-sort.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, ReadDb } from '#db/open.ts';
import { listCandidates } from '#db/repos/releases/release-candidates.repo.ts';
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
import type { ViewerScope } from '#db/repos/rows/viewer-scope.ts';
import { readSpans } from './spans.ts';
import { type SettleContext, recomputeOwned } from './recompute-owned.ts';

const Extras = Release.shape.metadata;

function toRelease(row: ListedRelease, candidates: ReleaseCandidate[]): Release {
  return {
    id: row.id,
    seriesId: row.seriesId,
    seriesTitle: row.seriesTitle,
    sourceId: row.sourceId,
    externalReleaseId: row.externalReleaseId,
    payloadUrl: row.payloadUrl,
    mediaUrl: row.mediaUrl,
    mediaUrlKind: row.mediaUrlKind === null ? null : MediaUrlKind.parse(row.mediaUrlKind),
    infoHash: row.infoHash,
    groupOrUploader: row.groupOrUploader,
    language: row.language,
    chapters: readSpans(row.chapters),
    volumes: readSpans(row.volumes),
    formatHints: Extras.parse(JSON.parse(row.formatHints)),
    metadata: Extras.parse(JSON.parse(row.metadata)),
    confidence: row.confidence,
    matchedBy: row.matchedBy,
    // A single candidate is no choice.
    candidates: candidates.length > 1 ? candidates : [],
    state: ReleaseState.parse(row.state),
    releasedAt: row.releasedAt === null ? null : toTimestamp(row.releasedAt),
    observedAt: toTimestamp(row.observedAt),
    createdAt: toTimestamp(row.createdAt),
  };
}

async function toReleases(db: ReadDb, viewerScope: ViewerScope, rows: readonly ListedRelease[]): Promise<Release[]> {
  const found = await listCandidates(
    db,
    viewerScope,
    rows.map(({ id }) => id),
  );
  const byRelease = groupBy(found, ({ releaseId }) => releaseId);
  return rows.map((row) =>
    toRelease(
      row,
      (byRelease.get(row.id) ?? []).map(({ releaseId: _, ...candidate }) => candidate),
    ),
  );
}

/** A stored release as the viewer sees it. */
export async function showRelease({ db }: { readonly db: Database }, viewerScope: ViewerScope, row: ListedRelease) {
  const [release] = await toReleases(db.read, viewerScope, [row]);
  return release ?? toRelease(row, []);
}

const SORT_FIELDS = {
  series: 'series',
  observed: 'observed',
  observed_at: 'observed',
  released: 'released',
  released_at: 'released',
} as const;

interface ReleasesWanted extends ReleaseFilter {
  readonly sort?: string | undefined;
  readonly order?: string | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/** The scope of a filter; only announced releases unless it names a state. */
export function toScope(filter: ReleaseFilter): ReleaseScope {
  const { state = 'announced', seriesId, sourceId, libraryId, language, ambiguous: isAmbiguous } = filter;
  return { seriesId, sourceId, libraryId, language, isAmbiguous, state: state === 'all' ? undefined : state };
}

/** One page of releases that the viewer may see. */
export async function listReleases(ctx: SettleContext, viewer: Viewer, wanted: ReleasesWanted) {
  const { page, pageSize } = wanted;
  const order = parseSort(wanted, SORT_FIELDS, { field: 'series', direction: 'asc' });
  await recomputeOwned(ctx);
  const scope = toScope(wanted);
  const [rows, total] = await Promise.all([
    pickReleases(ctx.db.read, viewer, scope, { ...order, ...toSlice({ page, pageSize }) }),
    countReleases(ctx.db.read, viewer, scope),
  ]);
  return { releases: await toReleases(ctx.db.read, viewer, rows), total };
}

/** A series that the viewer may see. @throws {AppError} `NotFound` */
export async function checkSeries({ db }: Pick<SettleContext, 'db'>, viewer: Viewer, seriesId: string) {
  const [series] = await findNamedSeries(db.read, viewer, [seriesId]);
  if (series === undefined) throw new AppError('NotFound', `Series ${seriesId} not found`);
  return series;
}

/** Releases of a series, of all states unless the filter names one. @throws {AppError} `NotFound` */
export async function listSeriesReleases(ctx: SettleContext, viewer: Viewer, seriesId: string, wanted: ReleasesWanted) {
  await checkSeries(ctx, viewer, seriesId);
  return listReleases(ctx, viewer, { ...wanted, state: wanted.state ?? 'all', seriesId });
}

/** Counts of visible releases by language, library and series; each facet ignores its own filter. */
export async function getFacets(ctx: SettleContext, viewer: Viewer, filter: ReleaseFilter): Promise<ReleaseFacets> {
  await recomputeOwned(ctx);
  const { read } = ctx.db;
  const scope = toScope(filter);
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

/** One release. @throws {AppError} `NotFound` */
export async function getReleaseRow({ db }: SettleContext, viewer: Viewer, id: string): Promise<ListedRelease> {
  const [row] = await findReleases(db.read, viewer, [id]);
  if (row === undefined) throw new AppError('NotFound', `Release ${id} not found`);
  return row;
}
