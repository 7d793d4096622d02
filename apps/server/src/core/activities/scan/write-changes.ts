import type { EntityEvent } from '@lectern/contract';
import { createBackgroundThrottle } from '#core/background-throttle.ts';
import { type SeriesCovers, watchSeriesCovers } from '#core/catalog/covers/cover-events.ts';
import { fillPublisher } from '#core/catalog/metadata/fill-series.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { listSeriesOfBooks } from '#db/repos/covers/shown-covers.repo.ts';
import { lockLibraries } from '#db/repos/scanning/analysis-marks.repo.ts';
import {
  type BookChange,
  hasLibrary,
  insertBooks,
  type NewBook,
  type NewSeries,
  type SeenPlace,
  type SeriesChange,
  updateScannedBook,
} from '#db/repos/scanning/scan.repo.ts';
import { insertSeries, listPlacesOfSeries, updateScannedSeries } from '#db/repos/scanning/scanned-series.repo.ts';
import { writeNewBooks } from '../notices/write-causes.ts';
import { hasOpenTask } from '#db/repos/system/tasks.repo.ts';
import { seriesEvent } from '#events/entity-events.ts';
import type { CatalogEvent } from '#events/visibility-changes.ts';
import { TaskFailure } from '#jobs/handler.ts';
import { say } from '#words/say.ts';
import type { ScanControl } from './control-scans.ts';

/** The row of a series that books join; used when the series must be created. */
export type SeriesHome = NewSeries;

interface ResolvedHomes {
  /** Maps a planned series id to the current one. */
  readonly idOf: (homeId: string) => string;
  readonly events: readonly EntityEvent[];
}

const AS_PLANNED: ResolvedHomes = { idOf: (id) => id, events: [] };

/** Series that are not as planned: not created yet, deleted, or moved to another group. */
async function findStrays(tx: Tx, libraryId: string, homes: readonly SeriesHome[]) {
  const wanted = new Map(homes.map((home) => [home.id, home]));
  const places = await listPlacesOfSeries(tx.read, { ids: [...wanted.keys()] });
  const placeById = new Map(places.map((place) => [place.id, place]));
  const strays = [...wanted.values()].filter(({ id, path }) => {
    const place = placeById.get(id);
    return place?.libraryId !== libraryId || place.path !== path;
  });
  return { strays, isTaken: (id: string) => placeById.has(id) };
}

/**
 * Resolves the series of books in the transaction. Since the plan was made, an analysis may have created the same series,
 * renamed it, or deleted it with its last book.
 * @param tx holds the library's lock
 * @param homes at least one; duplicates are allowed
 */
async function resolveHomes(tx: Tx, libraryId: string, homes: readonly SeriesHome[]): Promise<ResolvedHomes> {
  const { strays, isTaken } = await findStrays(tx, libraryId, homes);
  if (strays.length === 0) return AS_PLANNED;
  const there = await listPlacesOfSeries(tx.read, { libraryId, paths: strays.map(({ path }) => path) });
  const idAt = new Map(there.map(({ path, id }) => [path, id]));
  const made: NewSeries[] = [];
  for (const home of strays) {
    if (idAt.has(home.path)) continue;
    const id = isTaken(home.id) ? newId() : home.id;
    idAt.set(home.path, id);
    made.push({ ...home, id });
  }
  await insertSeries(tx, made);
  const resolved = new Map(strays.map(({ id, path }) => [id, idAt.get(path) ?? id]));
  return {
    idOf: (id) => resolved.get(id) ?? id,
    events: made.map(({ id }) => seriesEvent('series_created', { id, libraryId })),
  };
}

/** A row that a scan creates or changes. A series is created with its first book. */
type ScannedRow =
  /** `from`: the previous library of the series. */
  | { readonly kind: 'series'; readonly id: string; readonly change: SeriesChange; readonly from?: string | undefined }
  | { readonly kind: 'publisher'; readonly home: SeriesHome; readonly publisher: string | null; readonly at: number }
  | { readonly kind: 'new-book'; readonly row: Omit<NewBook, 'seriesId'>; readonly home: SeriesHome }
  | {
      readonly kind: 'book';
      readonly id: string;
      readonly change: Omit<BookChange, 'seriesId'>;
      readonly seen: SeenPlace;
      readonly home?: SeriesHome;
    };

/** A change with the event to emit after its commit. */
export interface ScanChange {
  readonly what: ScannedRow;
  readonly event?: CatalogEvent | undefined;
}

/** Writes the changes of a scan in short transactions, so that an interrupted scan keeps what is written. */
export interface ChangeWriter {
  readonly push: (change: ScanChange) => Promise<void>;
  /** Adds changes that belong into one transaction; a very large set is split. */
  readonly pushTogether: (changes: readonly ScanChange[]) => Promise<void>;
  readonly flush: () => Promise<void>;
}

interface ScanIdentity {
  readonly libraryId: string;
  /** Parent of the analysis that the scan queues. */
  readonly taskId: string;
}

/** Changes of one transaction, few enough that requests are not delayed. */
const BATCH = { least: 5, most: 500 };
/** Upper limit of changes that belong together. */
const MAX_TOGETHER = 500;

/**
 * Delay between the first new book and the analysis. Scan and analysis at the same time would only compete for the event loop
 * and the processors of a small machine.
 */
const ANALYSIS_WAIT_MS = 5_000;

function needsAnalysis({ what }: ScanChange): boolean {
  if (what.kind === 'new-book') return what.row.analysisDue === 1;
  return what.kind === 'book' && what.change.analysisDue === 1;
}

/** Consecutive changes of one kind, which one statement can write. */
function inRuns(batch: readonly ScanChange[]): ScanChange[][] {
  const runs: ScanChange[][] = [];
  for (const change of batch) {
    const run = runs.at(-1);
    if (run !== undefined && run[0]?.what.kind === change.what.kind) run.push(change);
    else runs.push([change]);
  }
  return runs;
}

function listLibraries(libraryId: string, batch: readonly ScanChange[]): string[] {
  const others = batch.flatMap(({ what }) => {
    if (what.kind === 'book') return [what.seen.libraryId];
    return what.kind === 'series' && what.from !== undefined ? [what.from] : [];
  });
  return [...new Set([libraryId, ...others])];
}

interface Written {
  readonly changes: readonly ScanChange[];
  /** New books with the series that they joined. */
  readonly added: readonly { readonly id: string; readonly seriesId: string }[];
  readonly events: readonly CatalogEvent[];
}

/** Replaces the planned series id of a book event. */
function placedEvent(event: EntityEvent, { idOf }: ResolvedHomes): EntityEvent {
  return 'book_id' in event && 'series_id' in event ? { ...event, series_id: idOf(event.series_id) } : event;
}

function placed(told: CatalogEvent, resolved: ResolvedHomes): CatalogEvent {
  if (told.type === 'series_bulk_purged' || told.type === 'shared') return told;
  if (told.type !== 'moved') return placedEvent(told, resolved);
  const { updated, created } = told;
  return {
    ...told,
    updated: placedEvent(updated, resolved),
    created: created === undefined ? undefined : placedEvent(created, resolved),
  };
}

/** Columns that decide which book is shown as the cover of a series. */
const PLACE_COLUMNS = ['libraryId', 'deletedAt', 'numberSort', 'sortKey'];

/** Watches the series whose cover may change; new books have no cover yet. */
async function watchCovers(tx: Tx, covers: SeriesCovers, run: readonly ScanChange[], resolved: ResolvedHomes) {
  const books: string[] = [];
  const series: string[] = [];
  for (const { what } of run) {
    if (what.kind === 'series') series.push(what.id);
    if (what.kind !== 'book') continue;
    if (what.home !== undefined) series.push(resolved.idOf(what.home.id));
    if (what.home !== undefined || PLACE_COLUMNS.some((column) => column in what.change)) books.push(what.id);
  }
  await covers.watch([...series, ...(await listSeriesOfBooks(tx.read, books))]);
}

interface Batch {
  readonly tx: Tx;
  readonly libraryId: string;
  readonly covers: SeriesCovers;
}

/** Writes changes of one kind; skips books and series that another task has changed or deleted. */
async function writeRun({ tx, libraryId, covers }: Batch, run: readonly ScanChange[]): Promise<Written> {
  const homes = run.flatMap(({ what }) => (what.kind !== 'series' && what.home !== undefined ? [what.home] : []));
  const resolved = homes.length === 0 ? AS_PLANNED : await resolveHomes(tx, libraryId, homes);
  await watchCovers(tx, covers, run, resolved);
  const rows = run.flatMap(({ what }) =>
    what.kind === 'new-book' ? [{ ...what.row, seriesId: resolved.idOf(what.home.id) }] : [],
  );
  const added: ReadonlySet<string> = rows.length === 0 ? new Set() : await insertBooks(tx, rows);
  const changes: ScanChange[] = [];
  for (const change of run) {
    const { what } = change;
    const isWritten = what.kind === 'new-book' ? added.has(what.row.id) : await writeOne(tx, what, resolved);
    if (isWritten) changes.push(change);
  }
  const told = changes.flatMap(({ event }) => (event === undefined ? [] : [placed(event, resolved)]));
  return { changes, added: rows.filter(({ id }) => added.has(id)), events: [...resolved.events, ...told] };
}

/** Whether another series has the group now; then its books go there, and the planned series stays. */
async function isTaken(tx: Tx, id: string, { libraryId, path }: SeriesChange): Promise<boolean> {
  if (libraryId === undefined || path === undefined) return false;
  const places = await listPlacesOfSeries(tx.read, { libraryId, paths: [path] });
  return places.some((place) => place.id !== id);
}

async function writeOne(
  tx: Tx,
  what: Exclude<ScannedRow, { readonly kind: 'new-book' }>,
  { idOf }: ResolvedHomes,
): Promise<boolean> {
  switch (what.kind) {
    case 'book': {
      const home = what.home === undefined ? {} : { seriesId: idOf(what.home.id) };
      return updateScannedBook(tx, what.id, { ...what.change, ...home }, what.seen);
    }
    case 'publisher':
      return fillPublisher(tx, idOf(what.home.id), what.publisher, what.at);
    case 'series':
      return !(await isTaken(tx, what.id, what.change)) && (await updateScannedSeries(tx, what.id, what.change));
  }
}

/** Writes a batch in order: a path is free before another book gets it. */
async function writeBatch(tx: Tx, libraryId: string, batch: readonly ScanChange[]): Promise<Written> {
  const covers = watchSeriesCovers(tx);
  const changes: ScanChange[] = [];
  const added: Written['added'][number][] = [];
  const events: CatalogEvent[] = [];
  for (const run of inRuns(batch)) {
    const written = await writeRun({ tx, libraryId, covers }, run);
    changes.push(...written.changes);
    added.push(...written.added);
    events.push(...written.events);
  }
  return { changes, added, events: [...events, ...(await covers.events())] };
}

/** Creates the writer of a scan. */
export function createChangeWriter(ctx: ScanControl, scan: ScanIdentity, signal: AbortSignal): ChangeWriter {
  const pace = createBackgroundThrottle(BATCH);
  let batch: ScanChange[] = [];
  // The pending analysis also takes all books that come before it starts.
  let awaitedSince: number | undefined;
  const askForAnalysis = async (tx: Tx): Promise<void> => {
    const now = Date.now();
    if (awaitedSince !== undefined && now - awaitedSince < ANALYSIS_WAIT_MS) return;
    const { libraryId, taskId: parentId } = scan;
    const mayWait = awaitedSince === undefined && !(await hasOpenTask(tx.read, 'analyze_library', libraryId));
    const startAt = mayWait ? { startAt: now + ANALYSIS_WAIT_MS } : {};
    await ctx.queue.enqueue(tx, 'analyze_library', { libraryId }, { parentId, ...startAt });
    if (mayWait) tx.afterCommit(() => (awaitedSince = now));
  };
  const write = async (changes: readonly ScanChange[]): Promise<void> => {
    const { libraryId } = scan;
    await ctx.db.transaction(async (tx) => {
      await lockLibraries(tx, listLibraries(libraryId, changes));
      if (!(await hasLibrary(tx.read, libraryId)))
        throw new TaskFailure(say('The library was removed during the scan'));
      const written = await writeBatch(tx, libraryId, changes);
      if (written.changes.some(needsAnalysis)) await askForAnalysis(tx);
      await writeNewBooks(ctx, tx, written.added);
      tx.afterCommit(() => {
        for (const event of written.events) ctx.events.emit(event);
      });
    });
  };
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    signal.throwIfAborted();
    const changes = batch;
    batch = [];
    // Waiting requests go first: transactions of SQLite never yield.
    await pace.spend(async () => write(changes));
  };
  return {
    flush,
    push: async (change) => {
      batch.push(change);
      if (batch.length >= pace.size) await flush();
    },
    pushTogether: async (changes) => {
      if (batch.length + changes.length > pace.size) await flush();
      for (let from = 0; from < changes.length; from += MAX_TOGETHER) {
        batch.push(...changes.slice(from, from + MAX_TOGETHER));
        if (batch.length >= pace.size) await flush();
      }
    },
  };
}
