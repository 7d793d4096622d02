import type { ReleaseState } from '@lectern/contract';
import { groupBy } from '#core/group-by.ts';
import type { Settings } from '#core/settings/settings.ts';
import { newId } from '#db/new-id.ts';
import type { Database, Tx } from '#db/open.ts';
import {
  insertCandidates,
  listOwnedBooks,
  markForReleases,
  type OwnedBook,
} from '#db/repos/releases/release-candidates.repo.ts';
import { findSource } from '#db/repos/releases/release-sources.repo.ts';
import {
  findNamedSeries,
  findTracking,
  type NamedSeries,
  raiseKnown,
} from '#db/repos/releases/release-tracking.repo.ts';
import { findKnownRelease, insertRelease, markSeen, type NewReleaseRow } from '#db/repos/releases/releases.repo.ts';
import type { ViewerScope } from '#db/repos/rows/viewer-scope.ts';
import type { EventBus } from '#events/bus.ts';
import { releaseAnnounced } from '#events/release-events.ts';
import type { PlacedCandidate, SeriesMatch } from './candidate.ts';
import { decideState } from './decide-state.ts';
import { type Interest, interestIn, isWantedLanguage } from './interest.ts';
import { largestEnd, mergeSpans } from './spans.ts';
import { toAmbiguousMatch } from './title-index.ts';

/** Tools for recording releases. */
export interface RecordContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly settings: Pick<Settings, 'get'>;
  /** Aborted on cancel; stored releases stay. */
  readonly signal?: AbortSignal;
}

export type Outcome =
  | { readonly status: 'recorded'; readonly releaseId: string; readonly state: ReleaseState }
  | { readonly status: 'known'; readonly releaseId: string; readonly seriesId: string; readonly state: string }
  | { readonly status: 'rejected'; readonly reason: string };

interface RecordSource {
  readonly id: string;
  readonly pluginId: string;
}

const AT_ONCE = 50;
/** Resolution of the time at which a source last listed a release. */
const SEEN_MS = 86_400_000;

interface Series {
  readonly series: NamedSeries;
  readonly interest: Interest;
  readonly books: readonly OwnedBook[];
}

async function findSeries({ settings }: RecordContext, tx: Tx, viewerScope: ViewerScope, ids: readonly string[]) {
  const wanted = [...new Set(ids)];
  const series = await findNamedSeries(tx.read, viewerScope, wanted);
  const tracking = new Map((await findTracking(tx.read, wanted)).map((row) => [row.seriesId, row]));
  const books = groupBy(await listOwnedBooks(tx.read, wanted), ({ seriesId }) => seriesId);
  const languages = settings.get('release_tracking.default_languages');
  return new Map(
    series.map((one) => [
      one.id,
      { series: one, interest: interestIn(tracking.get(one.id), languages), books: books.get(one.id) ?? [] },
    ]),
  );
}

function normalized(release: PlacedCandidate): PlacedCandidate {
  const infoHash = release.infoHash?.trim().toLowerCase() ?? '';
  return {
    ...release,
    payloadUrl: release.payloadUrl.trim(),
    externalReleaseId: release.externalReleaseId.trim(),
    language: release.language?.trim().toLowerCase() ?? null,
    infoHash: infoHash === '' ? null : infoHash,
    chapters: mergeSpans(release.chapters),
    volumes: mergeSpans(release.volumes),
  };
}

function toRow(sourceId: string, release: PlacedCandidate, state: ReleaseState) {
  const { chapters, volumes, formatHints, metadata, candidates: _, ...plain } = release;
  const volume = largestEnd(volumes);
  const now = Date.now();
  return {
    ...plain,
    id: newId(),
    sourceId,
    chapters: chapters === null ? null : JSON.stringify(chapters),
    volumes: volumes === null ? null : JSON.stringify(volumes),
    chapter: largestEnd(chapters),
    volume: volume === null ? null : Math.trunc(volume),
    formatHints: JSON.stringify(formatHints),
    metadata: JSON.stringify(metadata),
    state,
    seenAt: now,
    createdAt: now,
  } satisfies NewReleaseRow;
}

async function raise(tx: Tx, release: PlacedCandidate, { interest }: Series): Promise<void> {
  if (!isWantedLanguage(release.language, interest.languages)) return;
  const [chapter, volume] = [largestEnd(release.chapters), largestEnd(release.volumes)];
  await raiseKnown(tx, release.seriesId, {
    chapter: interest.trackChapters ? chapter : null,
    volume: interest.trackVolumes && volume !== null ? Math.trunc(volume) : null,
  });
}

function openCandidates(release: PlacedCandidate, found: ReadonlyMap<string, Series>): SeriesMatch[] {
  return release.candidates.filter((candidate) => {
    const known = found.get(candidate.seriesId);
    if (known === undefined || candidate.confidence < known.interest.threshold) return false;
    return decideState({ ...release, ...candidate }, known.interest, known.books) !== 'hidden';
  });
}

/** The release with its series: the first candidate that accepts it; further ones stay as candidates. */
function resolveCandidates(release: PlacedCandidate, found: ReadonlyMap<string, Series>): PlacedCandidate {
  if (release.candidates.length === 0) return release;
  const open = openCandidates(release, found);
  const [first] = open;
  if (first === undefined) return { ...release, candidates: [] };
  return open.length === 1 ? { ...release, ...first, candidates: [] } : { ...release, ...first, candidates: open };
}

async function store(tx: Tx, sourceId: string, release: PlacedCandidate, found: Series) {
  const { candidates } = release;
  const isClear = candidates.length === 0;
  const state = isClear ? decideState(release, found.interest, found.books) : 'announced';
  const row = toRow(sourceId, isClear ? release : { ...release, ...toAmbiguousMatch(release) }, state);
  if (!(await insertRelease(tx, row))) return undefined;
  if (isClear) await raise(tx, release, found);
  else await insertCandidates(tx, row.id, candidates);
  return { row, state };
}

async function recordOne(
  { events }: RecordContext,
  tx: Tx,
  source: RecordSource,
  { given, bySeries }: { readonly given: PlacedCandidate; readonly bySeries: ReadonlyMap<string, Series> },
): Promise<Outcome> {
  const release = resolveCandidates(normalized(given), bySeries);
  const found = bySeries.get(release.seriesId);
  if (found === undefined) return { status: 'rejected', reason: `Series ${given.seriesId} not found` };
  const { series, interest } = found;
  if (release.confidence < interest.threshold) {
    return { status: 'rejected', reason: `Confidence ${release.confidence} is below ${interest.threshold}` };
  }
  const known = await findKnownRelease(tx.read, { sourceId: source.id, ...release });
  if (known !== undefined) {
    return { status: 'known', releaseId: known.id, seriesId: known.seriesId, state: known.state };
  }
  const stored = await store(tx, source.id, release, found);
  if (stored === undefined) return { status: 'rejected', reason: 'It is being stored already; try again' };
  const { row, state } = stored;
  if (state === 'announced') {
    // A transaction that is still open may add the book, so the release is checked once more.
    await markForReleases(tx, [series.id]);
    tx.afterCommit(() =>
      events.emitRelease(releaseAnnounced({ ...row, ...source, seriesId: series.id }, series), series.libraryId),
    );
  }
  return { status: 'recorded', releaseId: row.id, state };
}

/**
 * Records releases, each once. A known release stays unchanged.
 * @param viewerScope limits the series
 * @returns the outcome of each, in the order given; undefined when the source was deleted
 */
export async function recordReleases(
  ctx: RecordContext,
  viewerScope: ViewerScope,
  source: RecordSource,
  releases: readonly PlacedCandidate[],
): Promise<Outcome[] | undefined> {
  const outcomes: Outcome[] = [];
  for (let start = 0; start < releases.length; start += AT_ONCE) {
    ctx.signal?.throwIfAborted();
    const some = releases.slice(start, start + AT_ONCE);
    const stored = await ctx.db.transaction(async (tx) => {
      if ((await findSource(tx.read, source.id)) === undefined) return undefined;
      const series = await findSeries(
        ctx,
        tx,
        viewerScope,
        some.flatMap(({ seriesId, candidates }) => [seriesId, ...candidates.map((one) => one.seriesId)]),
      );
      const results: Outcome[] = [];
      for (const release of some) {
        results.push(await recordOne(ctx, tx, source, { given: release, bySeries: series }));
      }
      const now = Date.now();
      const names = some.map(({ externalReleaseId }) => externalReleaseId.trim());
      await markSeen(tx, source.id, names, { at: now, before: now - SEEN_MS });
      return results;
    });
    if (stored === undefined) return undefined;
    outcomes.push(...stored);
  }
  return outcomes;
}
