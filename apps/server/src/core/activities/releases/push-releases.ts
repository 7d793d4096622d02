import { type PushedOutcome, type PushedRelease, ReleaseState } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { findSource } from '#db/repos/releases/release-sources.repo.ts';
import { findNamedSeries } from '#db/repos/releases/release-tracking.repo.ts';
import { say } from '#words/say.ts';
import { type Candidate, findFault, type PlacedCandidate, type SeriesMatch } from './candidate.ts';
import { loadTitles, type TitleIndex, type TitleMatch } from './title-index.ts';
import { readTitle, type ReleaseTitle } from './read-item.ts';
import { type Outcome, type RecordContext, recordReleases } from './record-releases.ts';
import { mergeSpans } from './spans.ts';

type Placing = { readonly placed: PlacedCandidate } | { readonly reason: string };

function readInstant(text: string | null | undefined): number | undefined {
  return typeof text === 'string' ? Date.parse(text) : undefined;
}

function toCandidate(pushed: PushedRelease, title: ReleaseTitle, now: number): Candidate {
  return {
    externalReleaseId: pushed.externalReleaseId,
    payloadUrl: pushed.payloadUrl,
    mediaUrl: pushed.mediaUrl ?? null,
    mediaUrlKind: pushed.mediaUrlKind ?? null,
    infoHash: pushed.infoHash ?? null,
    groupOrUploader: pushed.groupOrUploader ?? title.group,
    language: pushed.language ?? null,
    // The pushed fields win over the title; null means none.
    chapters: pushed.chapters === undefined ? title.chapters : mergeSpans(pushed.chapters),
    volumes: pushed.volumes === undefined ? title.volumes : mergeSpans(pushed.volumes),
    formatHints: pushed.formatHints ?? {},
    metadata: { ...(pushed.title === undefined ? {} : { title: pushed.title }), ...pushed.metadata },
    releasedAt: readInstant(pushed.releasedAt) ?? null,
    observedAt: readInstant(pushed.observedAt) ?? now,
  };
}

function findMatch({ seriesId }: PushedRelease, title: ReleaseTitle, titles: TitleIndex): TitleMatch | undefined {
  return seriesId === undefined
    ? titles.find(title)
    : { seriesId, confidence: 1, matchedBy: 'Its source names the series', candidates: [] };
}

function place(pushed: PushedRelease, titles: TitleIndex, now: number): Placing {
  const title = readTitle(pushed.title ?? '');
  const candidate = toCandidate(pushed, title, now);
  const fault = findFault(candidate, now);
  if (fault !== undefined) return { reason: fault };
  const { confidence } = pushed;
  if (confidence !== undefined && (confidence < 0 || confidence > 1)) return { reason: 'confidence is not in 0 to 1' };
  const match = findMatch(pushed, title, titles);
  if (match === undefined) return { reason: 'No tracked series has a name like its title' };
  const bounded = <Match extends SeriesMatch>(one: Match): Match => ({
    ...one,
    confidence: Math.min(confidence ?? 1, one.confidence),
  });
  return { placed: { ...candidate, ...bounded(match), candidates: match.candidates.map(bounded) } };
}

const REJECTED = { status: 'rejected', releaseId: null, state: null } as const;

function toOutcome(outcome: Outcome, visible: ReadonlySet<string>): PushedOutcome {
  switch (outcome.status) {
    case 'rejected':
      return { ...REJECTED, reason: outcome.reason };
    case 'recorded':
      return { status: 'recorded', releaseId: outcome.releaseId, state: outcome.state, reason: null };
    case 'known': {
      const isVisible = visible.has(outcome.seriesId);
      const state = isVisible ? ReleaseState.parse(outcome.state) : null;
      return { status: 'known', releaseId: isVisible ? outcome.releaseId : null, state, reason: null };
    }
  }
}

/**
 * Records pushed releases, each independently. A second push changes nothing.
 * @returns the outcome of each, in the order given
 * @throws {AppError} `NotFound`; `Conflict` for a disabled source, or one that Lectern polls
 */
export async function pushReleases(
  ctx: RecordContext,
  viewer: Viewer,
  sourceId: string,
  releases: readonly PushedRelease[],
): Promise<PushedOutcome[]> {
  const source = await findSource(ctx.db.read, sourceId);
  if (source === undefined) throw new AppError('NotFound', `Release source ${sourceId} not found`);
  if (source.kind !== 'api-feed')
    throw new AppError('Conflict', say('This source reads a feed and takes no releases from programs'));
  if (source.enabled !== 1) throw new AppError('Conflict', say('This source is switched off'));
  const titles = await loadTitles(ctx.db.read, viewer);
  const now = Date.now();
  const placings = releases.map((release) => place(release, titles, now));
  const placed = placings.flatMap((one) => ('placed' in one ? [one.placed] : []));
  const outcomes = await recordReleases(ctx, viewer, source, placed);
  if (outcomes === undefined) throw new AppError('NotFound', `Release source ${sourceId} not found`);
  const known = outcomes.flatMap((one) => (one.status === 'known' ? [one.seriesId] : []));
  const visible = new Set((await findNamedSeries(ctx.db.read, viewer, known)).map(({ id }) => id));
  const results = outcomes.values();
  return placings.map((one) => {
    if ('reason' in one) return { ...REJECTED, reason: one.reason };
    const { value } = results.next();
    return value === undefined ? { ...REJECTED, reason: 'It was not looked at' } : toOutcome(value, visible);
  });
}
