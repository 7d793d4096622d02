import { type ReleasePollSummary, ReleaseSourceConfig } from '@lectern/contract';
import { type Feed, FormatError } from '@lectern/formats';
import type { Access } from '#core/people/access.ts';
import {
  findSource,
  postponeHost,
  type SourceChange,
  type SourceRow,
  writePollResult,
} from '#db/repos/releases/release-sources.repo.ts';
import { deleteUnseen } from '#db/repos/releases/releases.repo.ts';
import type { ViewerScope } from '#db/repos/rows/viewer-scope.ts';
import { releaseSourcePolled } from '#events/release-events.ts';
import type { BookReaders } from '#files/books/book-readers.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import type { DocumentFetcher, FetchedDocument } from '#net/document-fetcher.ts';
import { FetchFailure } from '#net/fetch-failure.ts';
import { say } from '#words/say.ts';
import { toStored } from '#words/stored-message.ts';
import { findFault, type PlacedCandidate } from './candidate.ts';
import { recomputeOwned } from './recompute-owned.ts';
import { readItem, type ReadItem } from './read-item.ts';
import { type RecordContext, recordReleases } from './record-releases.ts';
import { readAuthorization } from './sources.ts';
import { lowerConfidence, loadTitles, type TitleMatch } from './title-index.ts';

const FIRST_MS = 5 * 60_000;
const LONGEST_MS = 24 * 3_600_000;
/** Upper limit of a server's Retry-After. */
const ASKED_MS = 7 * LONGEST_MS;
/** Random share of the wait, so that failed feeds spread out. */
const JITTER = 0.2;

/**
 * The wait before the next poll of a failed feed: five minutes, doubled with each failure, at most a day. A longer Retry-After
 * of the server counts.
 * @param failures in a row, from 1
 * @param random gives numbers from 0 to 1
 * @returns milliseconds
 */
export function pollBackoff(failures: number, retryAfterMs: number | undefined, random: () => number): number {
  const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(20, failures - 1));
  const varied = Math.round(wait * (1 - JITTER + 2 * JITTER * random()));
  return Math.max(varied, Math.min(ASKED_MS, retryAfterMs ?? 0));
}

interface PollContext extends RecordContext {
  readonly feeds: DocumentFetcher;
  readonly readers: Pick<BookReaders, 'readFeed'>;
  readonly access: Pick<Access, 'sealer'>;
  readonly random: () => number;
}

type Fresh = Extract<FetchedDocument, { readonly isUnchanged: false }>;

/** Scope of the server itself: all series. */
const EVERYBODY: ViewerScope = { userId: '' };
const DEFAULT_ITEMS = 500;
const DAY_MS = 86_400_000;
/** Deduction for an entry without a number, in a feed of one series. */
const NO_NUMBER = 0.15;
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

const NOTHING: ReleasePollSummary = {
  candidatesReturned: 0,
  candidatesRecorded: 0,
  candidatesRejected: 0,
  candidatesDeduped: 0,
  notModified: false,
  skippedReason: null,
};

/** Why a feed could not be read. */
class PollFailure extends Error {
  readonly retryAfterMs: number | undefined;
  /** The server is overloaded, so all its sources wait. */
  readonly isBusy: boolean;

  constructor(message: string, more: { readonly retryAfterMs?: number | undefined; readonly isBusy?: boolean } = {}) {
    super(message);
    this.retryAfterMs = more.retryAfterMs;
    this.isBusy = more.isBusy ?? false;
  }
}

async function fetchFeed(ctx: PollContext, source: SourceRow, signal: AbortSignal): Promise<FetchedDocument> {
  const config = ReleaseSourceConfig.parse(JSON.parse(source.config));
  try {
    return await ctx.feeds.fetch({
      url: config.url ?? '',
      etag: source.etag,
      lastModified: source.lastModified,
      authorization: readAuthorization(ctx.access, source.secret, config),
      signal,
    });
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    const isBusy = error.status === TOO_MANY_REQUESTS || error.status === UNAVAILABLE;
    const message =
      error.kind === 'private'
        ? say('{reason}. The setting releases.private_networks can allow it', { reason: error.message })
        : error.message;
    throw new PollFailure(message, { retryAfterMs: error.retryAfterMs, isBusy });
  }
}

async function readFeed({ readers }: PollContext, { bytes }: Fresh, signal: AbortSignal): Promise<Feed> {
  try {
    const feed = await readers.readFeed(bytes, { signal, background: true });
    if (feed !== undefined) return feed;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new PollFailure(say('The feed cannot be read: {reason}', { reason: error.message }));
  }
  throw new PollFailure(say('The answer is neither an RSS nor an Atom feed'));
}

/** Finds the series of an entry; a feed of one series has only that one. */
async function createMatcher(
  ctx: PollContext,
  seriesId: string | undefined,
): Promise<(item: ReadItem) => TitleMatch | undefined> {
  if (seriesId === undefined) {
    const titles = await loadTitles(ctx.db.read, EVERYBODY);
    return ({ title }) => titles.find(title);
  }
  return ({ title: { volumes, chapters } }) => {
    const hasNumber = volumes !== null || chapters !== null;
    const matchedBy = hasNumber ? 'The feed is about the series' : 'The feed is about the series; no number is told';
    return { seriesId, confidence: hasNumber ? 1 : lowerConfidence(1, NO_NUMBER), matchedBy, candidates: [] };
  };
}

async function placeItems(ctx: PollContext, source: SourceRow, feed: Feed): Promise<PlacedCandidate[]> {
  const { language, seriesId, maxItems } = ReleaseSourceConfig.parse(JSON.parse(source.config));
  const now = Date.now();
  const match = await createMatcher(ctx, seriesId);
  const context = { language: language ?? feed.language, now };
  return feed.items.slice(0, maxItems ?? DEFAULT_ITEMS).flatMap((item) => {
    const read = readItem(item, context);
    const matched = findFault(read.candidate, now) === undefined ? match(read) : undefined;
    return matched === undefined ? [] : [{ ...read.candidate, ...matched }];
  });
}

async function takeFeed(ctx: PollContext, source: SourceRow, feed: Feed): Promise<ReleasePollSummary> {
  const placed = await placeItems(ctx, source, feed);
  const outcomes = (await recordReleases(ctx, EVERYBODY, source, placed)) ?? [];
  const count = (status: string): number => outcomes.filter((outcome) => outcome.status === status).length;
  const returned = feed.items.length;
  const [candidatesRecorded, candidatesDeduped] = [count('recorded'), count('known')];
  return {
    ...NOTHING,
    candidatesReturned: returned,
    candidatesRecorded,
    candidatesDeduped,
    candidatesRejected: returned - candidatesRecorded - candidatesDeduped,
  };
}

async function writeResult(ctx: PollContext, source: SourceRow, change: SourceChange): Promise<void> {
  const keptMs = ctx.settings.get('release_tracking.retention_days') * DAY_MS;
  await ctx.db.transaction(async (tx) => {
    await writePollResult(tx, source, change);
    if (keptMs > 0) await deleteUnseen(tx, Date.now() - keptMs, source.id);
    tx.afterCommit(() => ctx.events.emitRelease(releaseSourcePolled(source, change.lastError !== null), undefined));
  });
}

async function writeFailure(ctx: PollContext, source: SourceRow, failure: PollFailure): Promise<void> {
  const now = Date.now();
  const failures = source.failures + 1;
  const nextPollAt = now + pollBackoff(failures, failure.retryAfterMs, ctx.random);
  const error = { lastError: toStored(failure.message), lastErrorAt: now };
  await writeResult(ctx, source, { ...error, lastPolledAt: now, failures, nextPollAt, lastSummary: null });
  const { host } = source;
  if (failure.isBusy && host !== null) await ctx.db.transaction(async (tx) => postponeHost(tx, host, nextPollAt));
}

/** Resets the failures; a postponed source follows its schedule again. */
function resetFailures({ failures }: SourceRow): SourceChange {
  const change = { lastError: null, lastErrorAt: null, failures: 0 };
  return failures === 0 ? change : { ...change, plannedFor: null, nextPollAt: null };
}

async function pollOnce(ctx: PollContext, source: SourceRow, run: TaskRun): Promise<ReleasePollSummary> {
  run.report({ current: 0, total: 0, message: say('Asking for the feed') });
  const fetched = await fetchFeed(ctx, source, run.signal);
  const done = { ...resetFailures(source), lastPolledAt: Date.now() };
  if (fetched.isUnchanged) {
    const summary = { ...NOTHING, notModified: true };
    await writeResult(ctx, source, { ...done, lastSummary: JSON.stringify(summary) });
    return summary;
  }
  run.report({ current: 0, total: 0, message: say('Reading the feed') });
  const feed = await readFeed(ctx, fetched, run.signal);
  run.report({ current: 0, total: feed.items.length, message: say('Looking for releases of series') });
  const summary = await takeFeed({ ...ctx, signal: run.signal }, source, feed);
  // A damaged feed is requested again in full.
  const { etag, lastModified } = feed.isDamaged ? { etag: null, lastModified: null } : fetched;
  await writeResult(ctx, source, { ...done, etag, lastModified, lastSummary: JSON.stringify(summary) });
  await recomputeOwned(ctx);
  return summary;
}

/**
 * Reads a source's feed and records its releases. The ETag is stored last, so a second run records nothing twice. An
 * unreadable feed is a result, not an exception, and is polled again later.
 */
export async function pollSource(ctx: PollContext, sourceId: string, run: TaskRun): Promise<TaskOutcome> {
  const source = await findSource(ctx.db.read, sourceId);
  if (source?.enabled !== 1) return { result: { ...NOTHING, skippedReason: 'source_disabled' } };
  if (source.kind === 'api-feed') return { result: { ...NOTHING, skippedReason: 'no_poll_path' } };
  try {
    return { result: await pollOnce(ctx, source, run) };
  } catch (error) {
    if (!(error instanceof PollFailure)) throw error;
    await writeFailure(ctx, source, error);
    // The source has the details; more users may list tasks.
    return { result: { ...NOTHING, hadError: true } };
  }
}
