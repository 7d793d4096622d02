import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { ScanMode } from '@lectern/contract';
import { dropEmptied } from '#core/naming/drop-emptied.ts';
import { type LibraryRules, libraryRulesOf } from '#core/naming/library-rules.ts';
import { requestDueNumbers } from '#core/naming/request-renumbering.ts';
import type { Database, Tx } from '#db/open.ts';
import {
  countDueBooks,
  findScanTarget,
  type KnownBook,
  type KnownSeries,
  listKnownBooks,
  listKnownSeries,
  markDue,
  markRetriesDue,
  type ScanTarget,
  writeScanned,
} from '#db/repos/scan.repo.ts';
import { hasUndrawnSeries } from '#db/repos/series-sidecars.repo.ts';
import type { EventBus } from '#events/bus.ts';
import type { BookReaders } from '#files/book-readers.ts';
import { findFileState } from '#files/find-file.ts';
import { checkRoot, isEmptyFolder, pathInRoot } from '#files/library-root.ts';
import { type FoundFile, type FoundFolder, walkLibrary } from '#files/walk.ts';
import type { TaskPayload } from '#jobs/catalog.ts';
import { TaskFailure } from '#jobs/failure.ts';
import type { TaskRun } from '#jobs/handler.ts';
import type { Queue } from '#jobs/queue.ts';
import { applyDifferences } from './apply-differences.ts';
import { BOOK_EXTENSIONS } from './book-extensions.ts';
import { type CompareOptions, compareFiles, type Differences, isOutside } from './compare-files.ts';
import { findCameWhole } from './find-came-whole.ts';
import { findMoves } from './find-moves.ts';
import { followContents } from './follow-contents.ts';
import { isMassRemoval } from './guard-removals.ts';
import { type PlaceFile, preparePlacing } from './place-files.ts';
import { readSeriesSidecars } from './read-series-sidecars.ts';
import { purgeDeleted } from './purge-deleted.ts';
import { newScanResult, type ScanCounts, type ScanResult } from './scan-result.ts';
import { createChangeWriter } from './write-changes.ts';

/** What a scan uses. */
export interface ScanContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly readers: BookReaders;
  readonly queue: Queue;
}

interface Scan {
  readonly ctx: ScanContext;
  readonly library: ScanTarget;
  readonly rules: LibraryRules;
  readonly placeFile: PlaceFile;
  readonly mode: ScanMode;
  /** Only what lies below it is looked at; undefined for everything. */
  readonly folder: string | undefined;
  readonly run: TaskRun;
  readonly counts: ScanCounts;
  readonly startedAt: number;
  /** Files that were still written to, relative. */
  readonly growing: string[];
}

/** A file written to within this time may still be growing … */
const FRESH_MS = 2_000;
/** … and is looked at again after this time. */
const SETTLE_MS = 250;
/** A scan removes a deleted book for good after this time only: its file may be on its way to another place. */
const PURGE_GRACE_MS = 24 * 3_600_000;
/** Files that were still written to are looked at again after this time … */
const FOLLOW_UP_MS = 30_000;
/** … but a scan that takes long is not done over and over. */
const FOLLOW_UP_FACTOR = 10;
const DROPPED_AT_ONCE = 100;
/** Unreadable places named in the result; the rest is a number. */
const MAX_NAMED = 20;

function say({ run, counts }: Scan, message: string): void {
  run.report({ current: counts.filesProcessed, total: counts.filesTotal, message }, counts);
}

async function requireRoot({ library }: Scan): Promise<void> {
  const root = await checkRoot(library.path);
  if (!root.ok) throw new TaskFailure(`${root.message}. No book was changed`);
}

async function loadKnown({ ctx, library, run }: Scan): Promise<Map<string, KnownBook>> {
  const known = new Map<string, KnownBook>();
  for await (const page of listKnownBooks(ctx.db.read, library.id)) {
    run.signal.throwIfAborted();
    for (const book of page) known.set(book.path, book);
    await nextTurn();
  }
  return known;
}

/** Looks again at files that were written to a moment ago. */
async function settle(scan: Scan, fresh: readonly FoundFile[]): Promise<{ stable: FoundFile[]; growing: FoundFile[] }> {
  const stable: FoundFile[] = [];
  const growing: FoundFile[] = [];
  if (fresh.length > 0) await sleep(SETTLE_MS, undefined, { signal: scan.run.signal });
  for (const file of fresh) {
    const now = await findFileState(pathInRoot(scan.library.path, file.path));
    if (now?.size === file.size && now.modifiedAt === file.modifiedAt) stable.push(file);
    else if (now !== undefined) growing.push(file);
  }
  return { stable, growing };
}

/** Names the first few, and tells how many more there are. */
function warnOf<Item>({ counts }: Scan, items: readonly Item[], describe: (item: Item) => string): void {
  counts.warnings.push(...items.slice(0, MAX_NAMED).map(describe));
  const more = items.length - MAX_NAMED;
  if (more > 0) counts.warnings.push(`${String(more)} more folders and files cannot be read`);
}

/** What the walk brought. */
interface Findings {
  readonly differences: Differences;
  readonly folders: ReadonlyMap<string, FoundFolder>;
  readonly unreadable: readonly string[];
}

async function walk(scan: Scan, options: CompareOptions): Promise<Findings> {
  const { library, run, counts } = scan;
  const comparison = compareFiles(options);
  const unreadable: string[] = [];
  const folders = new Map<string, FoundFolder>();
  const fresh: FoundFile[] = [];
  const extensions = library.allowedFormats?.map((format) => format.toLowerCase()) ?? BOOK_EXTENSIONS;
  const walkOptions = { extensions, excludedPatterns: library.excludedPatterns, below: scan.folder };
  for await (const batch of walkLibrary(library.path, walkOptions, run.signal)) {
    unreadable.push(...batch.unreadable);
    for (const folder of batch.folders) folders.set(folder.path, folder);
    const limit = Date.now() - FRESH_MS;
    comparison.add(batch.files.filter(({ modifiedAt }) => modifiedAt <= limit));
    fresh.push(...batch.files.filter(({ modifiedAt }) => modifiedAt > limit));
    counts.filesTotal += batch.files.length;
    say(scan, 'Looking through the folders');
  }
  const { stable, growing } = await settle(scan, fresh);
  comparison.add(stable);
  for (const { path } of growing) {
    comparison.leave(path);
    scan.growing.push(path);
    counts.warnings.push(`"${path}" is still being written: the next scan takes it`);
  }
  warnOf(
    scan,
    unreadable,
    (path) => `"${path === '' ? '.' : path}" cannot be read: what is known of it stays as it is`,
  );
  // What was listed has to be believed only while the root is still there.
  await requireRoot(scan);
  return { differences: comparison.finish(unreadable), folders, unreadable };
}

/** Marks books whose removal someone has to confirm. */
async function holdBack(scan: Scan, books: readonly KnownBook[]): Promise<void> {
  const { ctx, library, run } = scan;
  const writer = createChangeWriter(ctx, { libraryId: library.id, taskId: run.taskId }, run.signal);
  const at = Date.now();
  for (const { id, path, missingSince } of books) {
    if (missingSince !== null) continue;
    const seen = { libraryId: library.id, path };
    await writer.push({ what: { kind: 'book', id, change: { missingSince: at }, seen } });
  }
  await writer.flush();
}

/**
 * Decides over the books that are gone.
 * @returns ids of those that are to be marked deleted
 */
async function guardRemovals(scan: Scan, gone: readonly KnownBook[], liveCount: number): Promise<ReadonlySet<string>> {
  const { library, counts } = scan;
  if (gone.length === 0) return new Set();
  // A disk that went while its folders were listed leaves an empty place, though only some of its files were missed.
  const isEmpty = await isEmptyFolder(library.path);
  if (!isEmpty && !isMassRemoval(gone.length, liveCount)) return new Set(gone.map(({ id }) => id));
  await holdBack(scan, gone);
  if (isEmpty) {
    const books = `${String(gone.length)} books`;
    throw new TaskFailure(`The folder "${library.path}" is empty, but ${books} of it are known. No book was removed`);
  }
  const share = `${String(gone.length)} of ${String(liveCount)} books`;
  counts.warnings.push(`${share} are missing: confirm that they were removed, or dismiss it`);
  return new Set();
}

async function apply(scan: Scan, series: readonly KnownSeries[], found: Differences): Promise<void> {
  const { ctx, library, run, counts, mode } = scan;
  if (found.added.length + found.changed.length > 0) say(scan, 'Looking for moved files');
  const searched = { id: library.id, path: library.path, below: scan.folder };
  const matches = await findMoves(ctx, searched, found, run.signal);
  warnOf(scan, [...matches.undecidedFiles], ([path, reason]) => `"${path}" is left to the next scan: ${reason}`);
  const { differences: followed, moves, vacated, displaced } = followContents(library.id, found, matches);
  const { foreign, own } = await findCameWhole(ctx.db.read, searched, moves, run.signal);
  const seriesSeen = new Set([...followed.seriesSeen].filter((id) => !own.includes(id)));
  const differences = { ...followed, seriesSeen };
  const { added, missing, liveCount } = differences;
  const removed = await guardRemovals(scan, missing, liveCount);
  counts.filesProcessed = counts.filesTotal - added.length - moves.length - differences.regrouped.length;
  const writer = createChangeWriter(ctx, { libraryId: library.id, taskId: run.taskId }, run.signal);
  const plan = {
    ...{ library, series, differences, moves, vacated, displaced, foreign, removed, added, at: Date.now() },
    ...{ rules: scan.rules, placeFile: scan.placeFile },
    everything: mode === 'deep',
  };
  await applyDifferences({ db: ctx.db.read, writer, counts }, plan, () => say(scan, 'Adding books'));
  await dropRegrouped(scan, differences);
}

/** Series whose books were grouped anew, a few at a time. */
async function dropRegrouped({ ctx, library, run }: Scan, { regrouped }: Differences): Promise<void> {
  const left = [...new Set(regrouped.map(({ book }) => book.seriesId))];
  for (let from = 0; from < left.length; from += DROPPED_AT_ONCE) {
    run.signal.throwIfAborted();
    const ids = left.slice(from, from + DROPPED_AT_ONCE);
    await ctx.db.transaction(async (tx) => dropEmptied(tx, ctx.events, library.id, ids));
    await nextTurn();
  }
}

/** Has every book opened again, a few at a time: requests go on meanwhile. */
async function markAllDue({ ctx, library, run, folder }: Scan): Promise<void> {
  for await (const page of listKnownBooks(ctx.db.read, library.id)) {
    run.signal.throwIfAborted();
    const ids = page.filter(({ path }) => !isOutside(path, folder)).map(({ id }) => id);
    await ctx.db.transaction(async (tx) => markDue(tx, library.id, ids));
    await nextTurn();
  }
}

/** Series are there by now, and know of the files in their folders before their books are read. */
async function lookBesideSeries(scan: Scan, { differences, folders, unreadable }: Findings): Promise<void> {
  const { ctx, library, run, counts, mode, folder } = scan;
  // The folder of a series may lie above the one that was looked through.
  const groups = new Set([...differences.groups].filter((group) => group === folder || !isOutside(group, folder)));
  const found = { folders, unreadable, groups, everything: mode === 'deep' };
  counts.warnings.push(...(await readSeriesSidecars(ctx, library, found, run.signal)));
}

/** Has the files that were still written to looked at once they had some time; sooner when someone asks for a scan. */
async function scanAgain({ ctx, library, startedAt }: Scan, tx: Tx): Promise<void> {
  const now = Date.now();
  const startAt = now + Math.max(FOLLOW_UP_MS, (now - startedAt) * FOLLOW_UP_FACTOR);
  await ctx.queue.enqueue(tx, 'scan_library', { libraryId: library.id, mode: 'normal' }, { startAt });
}

async function finish(scan: Scan): Promise<void> {
  const { ctx, library, run, counts, mode } = scan;
  if (library.purgeDeletedOnScan) {
    const scope = { libraryId: library.id, deletedBefore: Date.now() - PURGE_GRACE_MS };
    counts.booksPurged = await purgeDeleted(ctx, scope, run.signal);
  }
  run.signal.throwIfAborted();
  if (mode === 'deep') await markAllDue(scan);
  await ctx.db.transaction(async (tx) => {
    if (scan.folder === undefined) await writeScanned(tx, library.id, Date.now());
    await markRetriesDue(tx, library.id, Date.now());
    // Also what an earlier, cancelled scan left to do.
    const isWork = (await countDueBooks(tx.read, library.id)) > 0 || (await hasUndrawnSeries(tx.read, library.id));
    if (isWork) {
      await ctx.queue.enqueue(tx, 'analyze_library', { libraryId: library.id }, { parentId: run.taskId });
    }
    if (scan.growing.length > 0) await scanAgain(scan, tx);
  });
  await requestDueNumbers(ctx);
}

/**
 * Brings a library's books in line with its folder: new books appear as not yet analysed, changed ones wait for analysis,
 * missing ones are marked deleted unless so many are gone that someone has to say so. A normal scan opens no file whose
 * size and modification time are as they were; a deep one has every file read again. Running it twice changes nothing more.
 * @throws {TaskFailure} the folder cannot be read, or is suddenly empty
 */
export async function scanLibrary(
  ctx: ScanContext,
  target: TaskPayload<'scan_library'>,
  run: TaskRun,
): Promise<ScanResult> {
  const { libraryId, mode, folder } = target;
  const library = await findScanTarget(ctx.db.read, libraryId);
  if (library === undefined) throw new TaskFailure('The library does not exist any more');
  const rules = libraryRulesOf(library);
  const placeFile = await preparePlacing(ctx.db.read, library.id, rules.series);
  const begun = { counts: newScanResult(), startedAt: Date.now(), growing: [] };
  const scan: Scan = { ctx, library, rules, placeFile, mode, folder, run, ...begun };
  say(scan, 'Looking through the folders');
  await requireRoot(scan);
  const known = await loadKnown(scan);
  const series = await listKnownSeries(ctx.db.read, libraryId);
  const groupOf = new Map(series.map(({ id, path }) => [id, path]));
  const findings = await walk(scan, { known, placeFile, below: folder, ...(mode === 'deep' ? { groupOf } : {}) });
  const { differences } = findings;
  scan.counts.booksFound = differences.foundCount;
  scan.counts.seriesFound = differences.groups.size;
  await apply(scan, series, differences);
  await lookBesideSeries(scan, findings);
  await finish(scan);
  scan.counts.filesProcessed = scan.counts.filesTotal;
  say(scan, 'Done');
  return scan.counts;
}
