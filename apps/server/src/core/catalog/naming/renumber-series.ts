import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '#core/errors.ts';
import { hasTemplates, libraryRulesOf } from '#core/rules/naming/library-rules.ts';
import { isPlaced, planSeries } from '#core/rules/naming/plan-series.ts';
import { loadBookContexts, titlesByRules } from '#core/rules/naming/template-titles.ts';
import { hasTitleLock, isTitleLocked } from '#core/rules/naming/title-rules.ts';
import { sortKey } from '#core/rules/text/sort-key.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, Tx } from '#db/open.ts';
import { pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import { holdLibraryOf } from '#db/repos/scanning/analysis-marks.repo.ts';
import {
  clearNumbersDue,
  findNaming,
  hasNumbersDue,
  isNumbersDue,
  listNumbersDue,
  markNumbersDue,
} from '#db/repos/scanning/naming.repo.ts';
import { listPlacedBooks } from '#db/repos/scanning/placed-books.repo.ts';
import { updateScannedBook } from '#db/repos/scanning/scan.repo.ts';
import { holdTitledSeries, type TitledSeries, writeSeriesTitle } from '#db/repos/scanning/series-titles.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { bookEvent, seriesEvent } from '#events/entity-events.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import type { EnqueueOptions, Queue } from '#jobs/queue.ts';
import { watchSeriesCovers } from '../covers/cover-events.ts';

async function write(tx: Tx, events: EventBus, series: TitledSeries, title: string): Promise<void> {
  const isSortKept = series.titleSort !== null && hasTitleLock(series.locks, 'titleSort');
  const titleSort = isSortKept ? series.titleSort : null;
  await writeSeriesTitle(tx, series.id, {
    ...{ title, titleSort, updatedAt: Date.now() },
    sortKey: sortKey(titleSort ?? title),
  });
  const fields = titleSort === series.titleSort ? ['title'] : ['title', 'title_sort'];
  tx.afterCommit(() => events.emit(seriesEvent('series_updated', series, fields)));
}

/**
 * Makes the title of a series again by the rules of its library, unless it is locked.
 * @returns its title now, and whether it is another one; undefined when the series is gone, or has no live books
 */
export async function retitleSeries(
  tx: Tx,
  events: EventBus,
  seriesId: string,
): Promise<{ readonly title: string; readonly isChanged: boolean } | undefined> {
  const series = await holdTitledSeries(tx, seriesId);
  if (series === undefined) return undefined;
  if (isTitleLocked(series.locks)) return { title: series.title, isChanged: false };
  const titles = await titlesByRules(tx.read, [{ ...series, rules: libraryRulesOf(series) }]);
  const title = titles.get(seriesId) ?? series.title;
  if (title === series.title) return { title, isChanged: false };
  await write(tx, events, series, title);
  return { title, isChanged: true };
}

interface RenumberContext {
  readonly db: Database;
  readonly events: EventBus;
}

const PAGE = 100;

/**
 * Titles and numbers every live book of a series again by the rules of its library: what files and people state counts as the
 * rules say, and what is locked stays. Where titles of series are put into a template, the series' own is made again before.
 * @param at epoch milliseconds
 * @returns how many books changed
 */
export async function renumberSeries(tx: Tx, events: EventBus, seriesId: string, at: number): Promise<number> {
  await holdLibraryOf(tx, seriesId);
  // First, so that a book which comes while the others are numbered has them numbered once more.
  await clearNumbersDue(tx, seriesId);
  const naming = await findNaming(tx.read, seriesId);
  if (naming === undefined) return 0;
  const { libraryId } = naming;
  const books = await listPlacedBooks(tx.read, seriesId);
  const rules = libraryRulesOf(naming);
  const isTemplated = rules.seriesTemplate !== null;
  const { title = naming.seriesTitle } = (isTemplated ? await retitleSeries(tx, events, seriesId) : undefined) ?? {};
  const ids = books.map(({ id }) => id);
  const contextOf = hasTemplates(rules) ? await loadBookContexts(tx.read, { id: seriesId, title }, ids) : undefined;
  const placings = planSeries(rules, title, books, contextOf);
  const covers = watchSeriesCovers(tx);
  let count = 0;
  for (const book of books) {
    const placing = placings.get(book.id);
    if (placing === undefined || isPlaced(book, placing)) continue;
    await covers.watch([seriesId]);
    await updateScannedBook(tx, book.id, { ...placing, updatedAt: at }, { libraryId, path: book.path });
    count += 1;
    const event = bookEvent('book_updated', { id: book.id, seriesId, libraryId }, ['title', 'number']);
    tx.afterCommit(() => events.emit(event));
  }
  const told = await covers.events();
  tx.afterCommit(() => {
    for (const event of told) events.emit(event);
  });
  return count;
}

/** Series that wait, a few at a time: all of them, or those of a list. */
async function* listWaiting(db: Database, seriesIds: readonly string[] | undefined): AsyncGenerator<string, void> {
  if (seriesIds !== undefined) {
    for (const id of seriesIds) if (await isNumbersDue(db.read, id)) yield id;
    return;
  }
  for (let after = ''; ; ) {
    const ids = await listNumbersDue(db.read, { after, limit: PAGE });
    yield* ids;
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/**
 * Numbers the series that wait for it, one transaction each.
 * @param seriesIds only these of them
 */
export async function renumberDue(
  { db, events }: RenumberContext,
  seriesIds: readonly string[] | undefined,
  run: TaskRun,
): Promise<TaskOutcome> {
  const result = { series: 0, books: 0 };
  for await (const seriesId of listWaiting(db, seriesIds)) {
    run.signal.throwIfAborted();
    if (await run.shouldYield()) return { result, again: true };
    result.books += await db.transaction(async (tx) => renumberSeries(tx, events, seriesId, Date.now()));
    result.series += 1;
    run.report({ current: result.series, total: seriesIds?.length ?? 0, message: 'Numbering books' }, result);
    await nextTurn();
  }
  return { result };
}

interface RequestContext {
  readonly db: Database;
  readonly queue: Queue;
}

/** Has series numbered whose books an analysis or a scan moved; nothing is queued when there is none. */
export async function requestDueNumbers({ db, queue }: RequestContext): Promise<void> {
  if (!(await hasNumbersDue(db.read))) return;
  await db.transaction(async (tx) => queue.enqueue(tx, 'renumber_series', {}));
}

/**
 * Has the books of series numbered again.
 * @returns the task that does it
 * @throws {AppError} `NotFound` naming the first series that is not there, or that the viewer may not see
 */
export async function requestRenumbering(
  { db, queue }: RequestContext,
  viewer: Viewer,
  seriesIds: readonly string[],
  options: EnqueueOptions = {},
): Promise<{ readonly taskId: string }> {
  const wanted = [...new Set(seriesIds)].toSorted();
  const visible = new Set(await pickVisible(db.read, viewer, 'series', wanted));
  const missing = wanted.find((id) => !visible.has(id));
  if (missing !== undefined) throw new AppError('NotFound', `Series ${missing} not found`);
  return db.transaction(async (tx) => {
    await markNumbersDue(tx, wanted);
    return { taskId: await queue.enqueue(tx, 'renumber_series', { seriesIds: wanted }, options) };
  });
}
