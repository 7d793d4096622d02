import { setImmediate as nextTurn } from 'node:timers/promises';
import { watchSeriesCovers } from '#core/covers/watch-series-covers.ts';
import type { Database, Tx } from '#db/open.ts';
import { holdLibraryOf } from '#db/repos/scanning/hold-libraries.ts';
import { clearNumbersDue, findNaming, isNumbersDue, listNumbersDue } from '#db/repos/scanning/naming.repo.ts';
import { listPlacedBooks, updateScannedBook } from '#db/repos/scanning/scan.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { bookEvent } from '#events/entity-events.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import { hasTemplates, libraryRulesOf } from './library-rules.ts';
import { isPlaced, planSeries } from './plan-series.ts';
import { retitleSeries } from './retitle-series.ts';
import { loadBookContexts } from './template-titles.ts';

interface RenumberContext {
  readonly db: Database;
  readonly events: EventBus;
}

const PAGE = 100;

/**
 * Titles and numbers every live book of a series anew by the rules of its library: what files and people state counts as the
 * rules say, and what is locked stays. Where titles of series are put into a template, the series' own is made anew before.
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
