import { formatByName } from '@lectern/contract';
import { storedPlacing } from '#core/rules/naming/decision.ts';
import { toFileName } from '#core/rules/naming/place-in-series.ts';
import { isPlaced, type Placing, planSeries } from '#core/rules/naming/plan-series.ts';
import { hashFileName } from '#core/rules/files/file-names.ts';
import { newId } from '#db/new-id.ts';
import type { ReadDb } from '#db/open.ts';
import { type BookChange, type KnownSeries, OUT_OF_BIN } from '#db/repos/scanning/scan.repo.ts';
import { listPlacedBooks, listPlacedBooksById, type PlacedBook } from '#db/repos/scanning/placed-books.repo.ts';
import { bookEvent, type BookPlace } from '#events/entity-events.ts';
import { bookMove, type CatalogEvent } from '#events/visibility-changes.ts';
import type { FoundFile } from '#files/walk/walk.ts';
import { yieldToRequests } from '#core/background-throttle.ts';
import { type FoundBook, isBesideChanged } from './compare-files.ts';
import type { Move } from './follow-contents.ts';
import { type Applier, type ApplyTools, type BlockedClaim, parkedPath, writeClaims } from './write-claims.ts';
import { type Arrival, type GroupWork, planGroups, type ScanPlan } from './group-work.ts';
import { findKeptSeries, toHome, moveSeries, findGroupSeries, updatePublisher } from './series-of-group.ts';
import type { SeriesHome } from './write-changes.ts';

/** Groups between two yields: queries of SQLite never yield. */
const GROUPS_A_TURN = 5;

function fileColumns({ size, modifiedAt, sidecars }: FoundFile) {
  return { fileSize: size, fileModifiedAt: modifiedAt, ...(sidecars === undefined ? {} : { sidecars }) };
}

/** Columns for changed sidecars alone; metadata stays until the analysis. */
function besideColumns(found: FoundBook): BookChange {
  const { sidecars } = found.file;
  return sidecars !== undefined && isBesideChanged(found) ? { sidecars, analysisDue: 1 } : {};
}

/** Columns for a changed file: the book is analysed again. */
function renewed(file: FoundFile): BookChange {
  return { ...fileColumns(file), fileHash: '', state: 'pending', analysisDue: 1, failedAttempts: 0, retryAt: null };
}

function derivePlacedBy({ rules, placeFile }: ScanPlan, path: string, bookId?: string): string {
  return storedPlacing({ strategy: rules.series.strategy, ...placeFile(path, bookId).reason });
}

function unplaced(path: string): PlacedBook {
  const nothing = { title: '', titleSort: null, number: null, numberSort: null, volume: null, chapter: null };
  const stated = { statedTitle: null, statedNumber: null, statedVolume: null, statedChapter: null, locks: null };
  const decisions = { placedBy: null, namedBy: null };
  return { id: path, path, fileName: toFileName(path), ...nothing, ...stated, ...decisions };
}

/** Writes a book to its path, now or when the path is free. */
async function claim({ plan, writer, blocked }: Applier, one: BlockedClaim): Promise<void> {
  if (plan.vacated.has(one.path)) blocked.push(one);
  else await writer.push(one.change);
}

async function writeNewBook(applier: Applier, home: SeriesHome, file: FoundFile, placing: Placing): Promise<void> {
  const { plan, counts } = applier;
  const place = { id: newId(), libraryId: plan.library.id };
  const fileName = toFileName(file.path);
  const fields = {
    path: file.path,
    fileName,
    nameHash: hashFileName(fileName),
    ...fileColumns(file),
    fileFormat: formatByName(fileName) ?? 'cbz',
  };
  const state = { fileHash: '', state: 'pending', analysisDue: 1, pageCount: 0 };
  const stamps = { createdAt: plan.at, updatedAt: plan.at };
  const placedBy = derivePlacedBy(plan, file.path);
  counts.booksAdded += 1;
  const row = { ...place, ...fields, ...placing, placedBy, ...state, ...stamps };
  await claim(applier, {
    path: file.path,
    change: {
      what: { kind: 'new-book', row, home },
      event: bookEvent('book_created', { ...place, seriesId: home.id }),
    },
  });
}

function arrivalEvent(place: BookPlace, from: Move | undefined): CatalogEvent {
  const isForeign = from !== undefined && from.book.libraryId !== place.libraryId;
  return isForeign ? bookMove(from.book, place, ['path']) : bookEvent('book_updated', place, ['path']);
}

async function writeArrival(applier: Applier, home: SeriesHome, arrival: Arrival, placing: Placing): Promise<void> {
  const { plan, counts } = applier;
  const { book, file, from } = arrival;
  const place = { id: book.id, seriesId: home.id, libraryId: plan.library.id };
  const fileName = toFileName(file.path);
  const here = { path: file.path, fileName, nameHash: hashFileName(fileName), deletedAt: null, missingSince: null };
  const { libraryId } = place;
  const placedBy = derivePlacedBy(plan, file.path, book.id);
  // A file that changed and is regrouped already has its new size.
  const moved = from === undefined ? {} : { ...fileColumns(file), ...besideColumns(arrival) };
  if (from === undefined) counts.booksUpdated += 1;
  else counts.booksMoved += 1;
  const what = {
    kind: 'book' as const,
    id: book.id,
    change: { libraryId, ...here, ...moved, ...placing, placedBy, updatedAt: plan.at },
    seen: { libraryId: from?.book.libraryId ?? libraryId, path: book.path },
    home,
  };
  // No viewer sees a book of the bin.
  const change = { what, event: book.binnedAt === null ? arrivalEvent(place, from) : undefined };
  // A book that keeps its path waits for no other book.
  if (from === undefined) await applier.writer.push(change);
  else await claim(applier, { path: file.path, id: book.id, change });
}

async function listArriving(db: ReadDb, arriving: readonly Arrival[]): Promise<PlacedBook[]> {
  const newPathById = new Map(arriving.map(({ book, file }) => [book.id, file.path]));
  const rows = await listPlacedBooksById(db, [...newPathById.keys()]);
  return rows.map((row) => {
    const path = newPathById.get(row.id) ?? row.path;
    return { ...row, path, fileName: toFileName(path) };
  });
}

function getPlacing(placings: ReadonlyMap<string, Placing>, id: string): Placing {
  const placing = placings.get(id);
  if (placing === undefined) throw new Error(`The plan of the series leaves out book ${id}`);
  return placing;
}

/** Places the books of a series; those of the bin take no number from the others. */
function placeAround(plan: ScanPlan, title: string, books: readonly PlacedBook[], arriving: readonly Arrival[]) {
  const binned = new Set(arriving.filter(({ book }) => book.binnedAt !== null).map(({ book }) => book.id));
  if (binned.size === 0) return planSeries(plan.rules, title, books);
  const shown = planSeries(
    plan.rules,
    title,
    books.filter(({ id }) => !binned.has(id)),
  );
  return new Map([...planSeries(plan.rules, title, books), ...shown]);
}

async function applyGroup(applier: Applier, work: GroupWork): Promise<void> {
  const { db, plan, writer, leaving } = applier;
  const isNew = !applier.seriesByPath.has(work.groupPath);
  const series = await findGroupSeries(applier, work);
  if (series === undefined) return;
  const here = isNew ? [] : await listPlacedBooks(db, series.id);
  const inside = new Set(here.map(({ id }) => id));
  const staying = new Map(here.filter(({ id }) => !leaving.has(id)).map((book) => [book.id, book]));
  for (const book of await listPlacedBooksById(db, work.returning)) staying.set(book.id, book);
  const arriving = await listArriving(db, work.arriving);
  const fresh = work.added.map((file) => ({ file, book: unplaced(file.path) }));
  const books = [...staying.values(), ...arriving, ...fresh.map(({ book }) => book)];
  const [first] = books;
  if (first !== undefined) await updatePublisher(applier, series, first.path);
  const placings = placeAround(plan, series.title, books, work.arriving);
  const home = toHome(plan, series);
  for (const { file, book } of fresh) await writeNewBook(applier, home, file, getPlacing(placings, book.id));
  for (const arrival of work.arriving)
    await writeArrival(applier, home, arrival, getPlacing(placings, arrival.book.id));
  for (const book of staying.values()) {
    const placing = getPlacing(placings, book.id);
    // A deep scan places every book again; otherwise the stored reason stays.
    const placedBy = plan.everything ? derivePlacedBy(plan, book.path, book.id) : book.placedBy;
    if (isPlaced(book, placing) && placedBy === book.placedBy) continue;
    const place = { id: book.id, seriesId: series.id, libraryId: plan.library.id };
    await writer.push({
      what: {
        kind: 'book',
        id: book.id,
        change: { ...placing, placedBy, updatedAt: plan.at },
        // An analysis may have moved it to another series meanwhile.
        seen: { libraryId: plan.library.id, path: book.path, ...(inside.has(book.id) ? { seriesId: series.id } : {}) },
      },
      event: bookEvent('book_updated', place, ['title', 'number']),
    });
  }
}

/** Writes changes that do not depend on the rest of the series. */
async function applySingles({ plan, writer, counts }: Applier): Promise<void> {
  const { differences, removed, at, library } = plan;
  const write = async (
    book: { readonly id: string; readonly seriesId: string; readonly path: string },
    change: BookChange,
    field: string,
  ): Promise<void> => {
    const place = { id: book.id, seriesId: book.seriesId, libraryId: library.id };
    await writer.push({
      what: {
        kind: 'book',
        id: book.id,
        change: { ...change, missingSince: null, updatedAt: at },
        seen: { libraryId: library.id, path: book.path },
      },
      event: bookEvent('book_updated', place, [field]),
    });
  };
  for (const { book, file } of differences.changed) {
    counts.booksUpdated += 1;
    await write(book, renewed(file), 'file');
  }
  for (const found of differences.besideChanged) {
    counts.booksUpdated += 1;
    const seen = { libraryId: library.id, path: found.book.path };
    // The queued analysis emits the event.
    await writer.push({ what: { kind: 'book', id: found.book.id, change: besideColumns(found), seen } });
  }
  for (const { isChanged, ...found } of differences.restored) {
    counts.booksRestored += 1;
    const change = isChanged ? renewed(found.file) : besideColumns(found);
    const wasBinned = found.book.binnedAt !== null;
    await write(found.book, { ...change, deletedAt: null, ...(wasBinned ? OUT_OF_BIN : {}) }, 'deleted');
  }
  for (const { book, file } of differences.touched) {
    const seen = { libraryId: library.id, path: book.path };
    const change = { ...fileColumns(file), ...besideColumns({ book, file }) };
    await writer.push({ what: { kind: 'book', id: book.id, change, seen } });
  }
  for (const { book } of differences.reappeared) {
    const seen = { libraryId: library.id, path: book.path };
    await writer.push({ what: { kind: 'book', id: book.id, change: { missingSince: null }, seen } });
  }
  for (const book of differences.missing) {
    if (!removed.has(book.id)) continue;
    counts.booksDeleted += 1;
    await write(book, { deletedAt: at }, 'deleted');
  }
  // Other books get these paths now, so the old owners get placeholder paths that no scan finds.
  for (const [path, id] of plan.vacated) {
    if (!plan.displaced.has(id)) continue;
    const seen = { libraryId: library.id, path };
    await writer.push({ what: { kind: 'book', id, change: { path: parkedPath(path, id) }, seen } });
  }
}

function listKeptSeries({ series, differences, placeFile }: ScanPlan): ReadonlyMap<string, KnownSeries> {
  const { groups } = differences;
  const live = differences.regrouped.filter(({ book }) => book.deletedAt === null);
  const regrouped = live.map(({ book, file }) => {
    const { groupPath } = placeFile(file.path, book.id);
    return { seriesId: book.seriesId, groupPath };
  });
  return findKeptSeries({ series, regrouped, groups });
}

/**
 * Writes the result of a scan, group by group.
 * @param progress called after each group
 */
export async function applyDifferences(tools: ApplyTools, plan: ScanPlan, progress: () => void): Promise<void> {
  const { groups, leaving } = planGroups(plan);
  const applier: Applier = {
    ...tools,
    plan,
    groups,
    leaving,
    seriesByPath: new Map(plan.series.map((series) => [series.path, series])),
    keptSeries: listKeptSeries(plan),
    blocked: [],
  };
  await applySingles(applier);
  await moveSeries(applier);
  for (const [index, work] of groups.entries()) {
    await applyGroup(applier, work);
    tools.counts.filesProcessed += work.added.length + work.arriving.length;
    progress();
    if (index % GROUPS_A_TURN === 0) await yieldToRequests();
  }
  await writeClaims(tools.writer, applier.blocked, plan.vacated);
  await tools.writer.flush();
}
