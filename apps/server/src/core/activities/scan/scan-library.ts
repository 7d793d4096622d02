import { setImmediate as nextTurn } from 'node:timers/promises';
import { dropEmptiedSeries } from '#core/catalog/naming/find-home.ts';
import { compileLibraryRules } from '#core/rules/naming/library-rules.ts';
import { requestDueNumbers } from '#core/catalog/naming/renumber-due.ts';
import type { Tx } from '#db/open.ts';
import { lockLibraries } from '#db/repos/scanning/analysis-marks.repo.ts';
import {
  countDueBooks,
  findScanTarget,
  type KnownBook,
  type KnownSeries,
  listKnownBooks,
  listKnownSeries,
  markDue,
  markRetriesDue,
  writeScanned,
} from '#db/repos/scanning/scan.repo.ts';
import { indexHold } from '#core/catalog/search/index-hold.ts';
import { hasUndrawnSeries } from '#db/repos/scanning/series-sidecars.repo.ts';
import type { TaskPayload } from '#jobs/task-payloads.ts';
import { TaskFailure, type TaskRun } from '#jobs/handler.ts';
import { say } from '#words/say.ts';
import { applyDifferences } from './apply-differences.ts';
import { type Differences, isOutside, preparePlacing } from './compare-files.ts';
import { findCameWhole } from './find-came-whole.ts';
import { findMoves } from './find-moves.ts';
import { followContents } from './follow-contents.ts';
import { guardRemovals } from './guard-removals.ts';
import { type Findings, lookThrough } from './look-through.ts';
import { readSeriesSidecars } from './read-series-sidecars.ts';
import { purgeDeleted } from './purge-deleted.ts';
import { requireRoot, type RunningScan, reportProgress, type ScanContext, addWarnings } from './running-scan.ts';
import { ScanResult } from './scan-result.ts';
import { createChangeWriter } from './write-changes.ts';

/** Grace period before a purge: the file of a deleted book may be on its way to another place. */
const PURGE_GRACE_MS = 24 * 3_600_000;
/** Wait before another scan of files that were still being written … */
const FOLLOW_UP_MS = 30_000;
/** … at least this multiple of the duration of the scan. */
const FOLLOW_UP_FACTOR = 10;
const DROPPED_AT_ONCE = 100;

async function loadKnown({ ctx, library, run }: RunningScan): Promise<Map<string, KnownBook>> {
  const known = new Map<string, KnownBook>();
  for await (const page of listKnownBooks(ctx.db.read, library.id)) {
    run.signal.throwIfAborted();
    for (const book of page) known.set(book.path, book);
    await nextTurn();
  }
  return known;
}

/** Writes the differences. @returns number of missing books, whatever was decided about them */
async function apply(scan: RunningScan, series: readonly KnownSeries[], found: Differences): Promise<number> {
  const { ctx, library, run, counts, mode } = scan;
  if (found.added.length + found.changed.length > 0) reportProgress(scan, say('Looking for moved files'));
  const searched = { id: library.id, path: library.path, below: scan.below };
  const matches = await findMoves(ctx, searched, found, run.signal);
  addWarnings(scan, [...matches.undecidedFiles], ([path, reason]) =>
    say('“{path}” is left to the next scan: {reason}', { path, reason }),
  );
  const { differences: followed, moves, vacated, displaced } = followContents(library.id, found, matches);
  const { foreign, own } = await findCameWhole(ctx.db.read, searched, moves, run.signal);
  const seriesSeen = new Set([...followed.seriesSeen].filter((id) => !own.includes(id)));
  const differences = { ...followed, seriesSeen };
  const { added, missing, liveCount } = differences;
  using _listing = indexHold.begin();
  const removed = await guardRemovals(scan, missing, liveCount);
  counts.filesProcessed = counts.filesTotal - added.length - moves.length - differences.regrouped.length;
  const writer = createChangeWriter(ctx, { libraryId: library.id, taskId: run.taskId }, run.signal);
  const plan = {
    library,
    rules: scan.rules,
    placeFile: scan.placeFile,
    series,
    differences,
    added,
    moves,
    vacated,
    displaced,
    foreign,
    removed,
    at: Date.now(),
    everything: mode === 'deep',
  };
  await applyDifferences({ db: ctx.db.read, writer, counts }, plan, () => reportProgress(scan, say('Adding books')));
  await dropRegrouped(scan, differences);
  return missing.length;
}

async function dropRegrouped({ ctx, library, run }: RunningScan, { regrouped }: Differences): Promise<void> {
  const left = [...new Set(regrouped.map(({ book }) => book.seriesId))];
  for (let from = 0; from < left.length; from += DROPPED_AT_ONCE) {
    run.signal.throwIfAborted();
    const ids = left.slice(from, from + DROPPED_AT_ONCE);
    await ctx.db.transaction(async (tx) => {
      await lockLibraries(tx, [library.id]);
      await dropEmptiedSeries(tx, ctx.events, library.id, ids);
    });
    await nextTurn();
  }
}

async function markAllDue({ ctx, library, run, below }: RunningScan): Promise<void> {
  for await (const page of listKnownBooks(ctx.db.read, library.id)) {
    run.signal.throwIfAborted();
    const ids = page.filter(({ path }) => !isOutside(path, below)).map(({ id }) => id);
    await ctx.db.transaction(async (tx) => markDue(tx, library.id, ids));
    await nextTurn();
  }
}

async function lookBesideSeries(scan: RunningScan, { differences, folders, unreadable }: Findings): Promise<void> {
  const { ctx, library, run, counts, mode, below } = scan;
  // The folder of a series may lie above the scanned folders.
  const groups = new Set([...differences.groups].filter((group) => !isOutside(group, below)));
  const found = { folders, unreadable, groups, everything: mode === 'deep' };
  counts.warnings.push(...(await readSeriesSidecars(ctx, library, found, run.signal)));
}

interface LeftOver {
  /** Missing books of a partial scan, whose files may be in other folders. */
  readonly missedCount: number;
  readonly links: readonly string[];
  /** A full scan was pending when this partial scan replaced it. */
  readonly everything: boolean;
}

/** Queues a scan for what this one could not do. A delayed one starts earlier when another scan is requested. */
async function followUp(scan: RunningScan, tx: Tx, { missedCount, links, everything }: LeftOver): Promise<void> {
  const { ctx, library, startedAt, below, growing } = scan;
  const now = Date.now();
  const startAt = now + Math.max(FOLLOW_UP_MS, (now - startedAt) * FOLLOW_UP_FACTOR);
  const whole = { libraryId: library.id, mode: 'normal' } as const;
  if (below !== undefined && links.length > 0) await ctx.queue.enqueue(tx, 'scan_library', whole);
  else if (below !== undefined && (missedCount > 0 || everything)) {
    await ctx.queue.enqueue(tx, 'scan_library', whole, { startAt });
  } else if (growing.size > 0) {
    const isAnywhere = below === undefined || growing.has('');
    const target = isAnywhere ? whole : { ...whole, folders: [...growing] };
    await ctx.queue.enqueue(tx, 'scan_library', target, { startAt });
  }
}

async function finish(scan: RunningScan, left: LeftOver): Promise<void> {
  const { ctx, library, run, counts, mode } = scan;
  if (library.purgeDeletedOnScan) {
    const scope = { libraryId: library.id, deletedBefore: Date.now() - PURGE_GRACE_MS };
    counts.booksPurged = await purgeDeleted(ctx, scope, run.signal);
  }
  run.signal.throwIfAborted();
  if (mode === 'deep') await markAllDue(scan);
  await ctx.db.transaction(async (tx) => {
    if (scan.below === undefined) await writeScanned(tx, library.id, Date.now());
    await markRetriesDue(tx, library.id, Date.now());
    // Includes the due books of a cancelled scan.
    const isWork = (await countDueBooks(tx.read, library.id)) > 0 || (await hasUndrawnSeries(tx.read, library.id));
    if (isWork) {
      await ctx.queue.enqueue(tx, 'analyze_library', { libraryId: library.id }, { parentId: run.taskId });
    }
    await followUp(scan, tx, left);
  });
  await requestDueNumbers(ctx);
}

/**
 * Updates a library's books from its folder. New and changed books wait for the analysis. Missing ones are marked deleted,
 * unless so many are missing that a user must confirm it. A normal scan opens no unchanged file; a deep one has every file
 * read again. A second run changes nothing.
 * @throws {TaskFailure} when the folder is unreadable, or suddenly empty
 */
export async function scanLibrary(ctx: ScanContext, target: TaskPayload<'scan_library'>, run: TaskRun) {
  const { libraryId, mode, folders, again = false } = target;
  const library = await findScanTarget(ctx.db.read, libraryId);
  if (library === undefined) throw new TaskFailure(say('The library does not exist any more'));
  const rules = compileLibraryRules(library);
  const placeFile = await preparePlacing(ctx.db.read, library.id, rules.series);
  const begun = { counts: ScanResult.parse({}), startedAt: Date.now(), growing: new Set<string>() };
  const below = folders === undefined ? undefined : new Set(folders);
  const scan: RunningScan = { ctx, library, rules, placeFile, mode, below, run, ...begun };
  reportProgress(scan, say('Looking through the folders'));
  await requireRoot(scan);
  const series = await listKnownSeries(ctx.db.read, libraryId);
  const groupPathBySeries = new Map(series.map(({ id, path }) => [id, path]));
  // Loads while the folders are listed.
  const findings = await lookThrough(scan, {
    known: loadKnown(scan),
    placeFile,
    below,
    ...(mode === 'deep' ? { groupOf: groupPathBySeries } : {}),
  });
  const { differences } = findings;
  scan.counts.booksFound = differences.foundCount;
  scan.counts.seriesFound = differences.groups.size;
  const missedCount = await apply(scan, series, differences);
  await lookBesideSeries(scan, findings);
  await finish(scan, { missedCount, links: findings.links, everything: again });
  scan.counts.filesProcessed = scan.counts.filesTotal;
  reportProgress(scan, say('Done'));
  return scan.counts;
}
