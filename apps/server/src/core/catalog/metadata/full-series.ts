import { type FullSeries, type Genre, type Series, toTimestamp } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import type { ReadDb } from '#db/open.ts';
import { countSeriesTotals, type SeriesTotals } from '#db/repos/catalog/series-totals.repo.ts';
import { listMetadataStates, type MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import { findSeriesById } from '#db/repos/rows/series-rows.ts';
import type { ViewerScope } from '#db/repos/rows/viewer-scope.ts';
import { notFound, termsByOwner } from './find-state.ts';
import { seriesExternals, toSeriesFields } from './to-series-metadata.ts';

const NOTHING: SeriesTotals = {
  maxVolume: null,
  maxChapter: null,
  volumesOwned: 0,
  readCount: 0,
  lastCompletedAt: null,
};

type Terms = Readonly<Record<'genres' | 'tags', Genre[]>>;

function toFull(series: Series, state: MetadataState, totals: SeriesTotals, terms: Terms): FullSeries {
  return {
    id: series.id,
    libraryId: series.libraryId,
    libraryName: series.libraryName,
    path: series.path,
    bookCount: series.bookCount,
    unreadCount: series.unreadCount,
    inProgressCount: series.inProgressCount,
    readCount: totals.readCount,
    lastCompletedAt: toTimestamp(totals.lastCompletedAt),
    localMaxVolume: totals.maxVolume,
    localMaxChapter: totals.maxChapter,
    volumesOwned: totals.volumesOwned,
    tracked: series.tracked,
    upstreamVolumeGap: series.upstreamVolumeGap,
    upstreamChapterGap: series.upstreamChapterGap,
    upstreamGapProvider: series.upstreamGapProvider,
    wantToRead: 'wantToRead' in series && typeof series.wantToRead === 'boolean' ? series.wantToRead : null,
    coverVersion: series.coverVersion,
    coverPlaceholder: series.coverPlaceholder,
    selectedCoverSource: series.selectedCoverSource,
    hasCustomCover: series.hasCustomCover,
    metadata: toSeriesFields(state),
    ...terms,
    ...seriesExternals(state),
    createdAt: series.createdAt,
    updatedAt: series.updatedAt,
  };
}

/** Adds metadata, terms and totals to visible series, in their order. The number of queries is fixed. */
export async function toFullSeries(
  db: ReadDb,
  viewerScope: ViewerScope,
  all: readonly Series[],
): Promise<FullSeries[]> {
  const ids = all.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [states, totals, genres, tags] = await Promise.all([
    listMetadataStates(db, viewerScope, 'series', ids),
    countSeriesTotals(db, viewerScope, ids),
    termsByOwner(db, 'genre', 'series', ids),
    termsByOwner(db, 'tag', 'series', ids),
  ]);
  const byId = new Map(states.map((state) => [state.id, state]));
  return all.flatMap((series) => {
    const state = byId.get(series.id);
    if (state === undefined) return [];
    const terms = { genres: genres.get(series.id) ?? [], tags: tags.get(series.id) ?? [] };
    return [toFull(series, state, totals.get(series.id) ?? NOTHING, terms)];
  });
}

/** The same for one series. Throws `NotFound`. */
export async function getFullSeries(db: ReadDb, viewer: Viewer, seriesId: string): Promise<FullSeries> {
  const [series] = await toFullSeries(db, viewer, await findSeriesById(db, viewer, [seriesId]));
  if (series === undefined) throw notFound('series', seriesId);
  return series;
}
