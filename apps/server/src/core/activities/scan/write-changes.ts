import type { EntityEvent } from '@lectern/contract';
import { createBackgroundThrottle } from '#core/background-throttle.ts';
import { type SeriesCovers, watchSeriesCovers } from '#core/catalog/covers/watch-series-covers.ts';
import { fillPublisher } from '#core/rules/metadata/fill-series.ts';
import { newId } from '#db/new-id.ts';
import type { Database, Tx } from '#db/open.ts';
import { listSeriesOfBooks } from '#db/repos/covers/shown-covers.repo.ts';
import { holdLibraries } from '#db/repos/scanning/analysis-marks.repo.ts';
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
import { hasOpenTask } from '#db/repos/system/tasks.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { seriesEvent } from '#events/entity-events.ts';
import type { Told } from '#events/visibility-changes.ts';
import { TaskFailure } from '#jobs/handler.ts';
import type { Queue } from '#jobs/queue.ts';

/** The series that a book comes into: it may be new, and then its row is made of this. */
export type SeriesHome = NewSeries;

/** Where books go in the end. */
interface ResolvedHomes {
  /** The id that the series of this id has by now. */
  readonly idOf: (homeId: string) => string;
  /** Tells of series that were made. */
  readonly events: readonly EntityEvent[];
}

/** Every series is as it was taken to be. */
const AS_PLANNED: ResolvedHomes = { idOf: (id) => id, events: [] };

/** Homes that are not where the plan takes them to be: not made yet, gone, or of another group since. */
async function findStrays(tx: Tx, libraryId: string, homes: readonly SeriesHome[]) {
  const wanted = new Map(homes.map((home) => [home.id, home]));
  const places = await listPlacesOfSeries(tx.read, { ids: [...wanted.keys()] });
  const placeOf = new Map(places.map((place) => [place.id, place]));
  const strays = [...wanted.values()].filter(({ id, path }) => {
    const place = placeOf.get(id);
    return place?.libraryId !== libraryId || place.path !== path;
  });
  return { strays, isTaken: (id: string) => placeOf.has(id) };
}

/**
 * Has each group that books come into be one series, whatever happened since the scan has looked: an analysis may have made
 * the same series, given it another name, or removed it when its last book left.
 * @param tx one that holds the library
 * @param homes of this library, at least one; any number of times the same
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
  const settled = new Map(strays.map(({ id, path }) => [id, idAt.get(path) ?? id]));
  return {
    idOf: (id) => settled.get(id) ?? id,
    events: made.map(({ id }) => seriesEvent('series_created', { id, libraryId })),
  };
}

/** One row that a scan makes or changes. A series is made when something comes into it. */
type ScannedRow =
  /** `from`: the library that the series is in before, when it is another one. */
  | { readonly kind: 'series'; readonly id: string; readonly change: SeriesChange; readonly from?: string | undefined }
  | { readonly kind: 'publisher'; readonly home: SeriesHome; readonly publisher: string | null; readonly at: number }
  | { readonly kind: 'new-book'; readonly row: Omit<NewBook, 'seriesId'>; readonly home: SeriesHome }
  | {
      readonly kind: 'book';
      readonly id: string;
      readonly change: Omit<BookChange, 'seriesId'>;
      readonly seen: SeenPlace;
      /** The series that it comes into; it stays in its own without. */
      readonly home?: SeriesHome;
    };

/** A change, and what is told about it once it is committed. */
export interface ScanChange {
  readonly what: ScannedRow;
  readonly event?: Told | undefined;
}

/** Writes a scan's changes a few at a time: each transaction is short, and what is written stays when the scan is cut off. */
export interface ChangeWriter {
  readonly push: (change: ScanChange) => Promise<void>;
  /** Adds changes of which none is to be there without the others; so many that no short transaction holds them are cut. */
  readonly pushTogether: (changes: readonly ScanChange[]) => Promise<void>;
  /** Writes what is left. */
  readonly flush: () => Promise<void>;
}

interface WriterContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly queue: Queue;
}

interface ScanIdentity {
  readonly libraryId: string;
  /** The scan's task: analysis that it queues belongs to it. */
  readonly taskId: string;
}

/** Changes of one transaction: as many as requests hardly notice. */
const BATCH = { least: 5, most: 500 };
/** Changes that belong together go into one transaction up to this many. */
const MAX_TOGETHER = 500;

/**
 * Analysis begins when everything is listed, or this much later than the first book was: before, both would only take turns on one
 * event loop, and on the processors of a small machine.
 */
const ANALYSIS_WAIT_MS = 5_000;

function needsAnalysis({ what }: ScanChange): boolean {
  if (what.kind === 'new-book') return what.row.analysisDue === 1;
  return what.kind === 'book' && what.change.analysisDue === 1;
}

/** Changes of one kind that come one after the other are written by one statement where there is one for them. */
function inRuns(batch: readonly ScanChange[]): ScanChange[][] {
  const runs: ScanChange[][] = [];
  for (const change of batch) {
    const run = runs.at(-1);
    if (run !== undefined && run[0]?.what.kind === change.what.kind) run.push(change);
    else runs.push([change]);
  }
  return runs;
}

/** Every library whose rows are changed. */
function librariesOf(libraryId: string, batch: readonly ScanChange[]): string[] {
  const others = batch.flatMap(({ what }) => {
    if (what.kind === 'book') return [what.seen.libraryId];
    return what.kind === 'series' && what.from !== undefined ? [what.from] : [];
  });
  return [...new Set([libraryId, ...others])];
}

/** What took place. */
interface Written {
  readonly changes: readonly ScanChange[];
  readonly events: readonly Told[];
}

/** An event about a book, with the series that the book came into. */
function placedEvent(event: EntityEvent, { idOf }: ResolvedHomes): EntityEvent {
  return 'book_id' in event && 'series_id' in event ? { ...event, series_id: idOf(event.series_id) } : event;
}

function placed(told: Told, settled: ResolvedHomes): Told {
  if (told.type === 'series_bulk_purged' || told.type === 'shared') return told;
  if (told.type !== 'moved') return placedEvent(told, settled);
  const { updated, created } = told;
  return {
    ...told,
    updated: placedEvent(updated, settled),
    created: created === undefined ? undefined : placedEvent(created, settled),
  };
}

/** What decides which book of a series, and of which library, is shown. */
const PLACE_COLUMNS = ['libraryId', 'deletedAt', 'numberSort', 'sortKey'];

/** Series that may show another book by these changes; new books have no cover yet. */
async function watchCovers(tx: Tx, covers: SeriesCovers, run: readonly ScanChange[], settled: ResolvedHomes) {
  const books: string[] = [];
  const series: string[] = [];
  for (const { what } of run) {
    if (what.kind === 'series') series.push(what.id);
    if (what.kind !== 'book') continue;
    if (what.home !== undefined) series.push(settled.idOf(what.home.id));
    if (what.home !== undefined || PLACE_COLUMNS.some((column) => column in what.change)) books.push(what.id);
  }
  await covers.watch([...series, ...(await listSeriesOfBooks(tx.read, books))]);
}

/** The transaction of one batch. */
interface Batch {
  readonly tx: Tx;
  readonly libraryId: string;
  readonly covers: SeriesCovers;
}

/** Writes changes of one kind; a book or series that another task has changed or removed meanwhile is left alone. */
async function writeRun({ tx, libraryId, covers }: Batch, run: readonly ScanChange[]): Promise<Written> {
  const homes = run.flatMap(({ what }) => (what.kind !== 'series' && what.home !== undefined ? [what.home] : []));
  const settled = homes.length === 0 ? AS_PLANNED : await resolveHomes(tx, libraryId, homes);
  await watchCovers(tx, covers, run, settled);
  const rows = run.flatMap(({ what }) =>
    what.kind === 'new-book' ? [{ ...what.row, seriesId: settled.idOf(what.home.id) }] : [],
  );
  const added: ReadonlySet<string> = rows.length === 0 ? new Set() : await insertBooks(tx, rows);
  const changes: ScanChange[] = [];
  for (const change of run) {
    const { what } = change;
    const isWritten = what.kind === 'new-book' ? added.has(what.row.id) : await writeOne(tx, what, settled);
    if (isWritten) changes.push(change);
  }
  const told = changes.flatMap(({ event }) => (event === undefined ? [] : [placed(event, settled)]));
  return { changes, events: [...settled.events, ...told] };
}

/** Whether another series has the group by now: then the books go there, and this one stays what it was. */
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

/** Writes one batch in its order: a path is given to one only after another has left it. */
async function writeBatch(tx: Tx, libraryId: string, batch: readonly ScanChange[]): Promise<Written> {
  const covers = watchSeriesCovers(tx);
  const changes: ScanChange[] = [];
  const events: Told[] = [];
  for (const run of inRuns(batch)) {
    const written = await writeRun({ tx, libraryId, covers }, run);
    changes.push(...written.changes);
    events.push(...written.events);
  }
  return { changes, events: [...events, ...(await covers.events())] };
}

/** Makes a writer for one scan. */
export function createChangeWriter(ctx: WriterContext, scan: ScanIdentity, signal: AbortSignal): ChangeWriter {
  const pace = createBackgroundThrottle(BATCH);
  let batch: ScanChange[] = [];
  // Since then an analysis waits, which takes what comes until it begins.
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
      await holdLibraries(tx, librariesOf(libraryId, changes));
      if (!(await hasLibrary(tx.read, libraryId))) throw new TaskFailure('The library was removed during the scan');
      const written = await writeBatch(tx, libraryId, changes);
      if (written.changes.some(needsAnalysis)) await askForAnalysis(tx);
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
    // Requests that came meanwhile go first: a transaction of SQLite comes back without a look at them.
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
