import { hasTemplates, compileLibraryRules } from '#core/rules/naming/library-rules.ts';
import { isPlaced, planSeries } from '#core/rules/naming/plan-series.ts';
import { loadBookContexts, titlesByRules } from './template-titles.ts';
import { hasTitleLock, isTitleLocked } from '#core/rules/naming/title-rules.ts';
import { sortKey } from '#core/rules/text/sort-key.ts';
import type { Tx } from '#db/open.ts';
import { lockSeriesLibrary } from '#db/repos/scanning/analysis-marks.repo.ts';
import { clearNumbersDue, findNaming } from '#db/repos/scanning/naming.repo.ts';
import { updateScannedBook } from '#db/repos/scanning/scan.repo.ts';
import { listPlacedBooks } from '#db/repos/scanning/placed-books.repo.ts';
import { watchSeriesCovers } from '#core/catalog/covers/cover-events.ts';
import { lockTitledSeries, type TitledSeries, writeSeriesTitle } from '#db/repos/scanning/series-titles.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { bookEvent, seriesEvent } from '#events/entity-events.ts';

async function write(tx: Tx, events: EventBus, series: TitledSeries, title: string): Promise<void> {
  const isSortKept = series.titleSort !== null && hasTitleLock(series.locks, 'titleSort');
  const titleSort = isSortKept ? series.titleSort : null;
  await writeSeriesTitle(tx, series.id, {
    title,
    titleSort,
    sortKey: sortKey(titleSort ?? title),
    updatedAt: Date.now(),
  });
  const fields = titleSort === series.titleSort ? ['title'] : ['title', 'title_sort'];
  tx.afterCommit(() => events.emit(seriesEvent('series_updated', series, fields)));
}

/** Applies the title rules to a series, unless its title is locked. @returns undefined for a series without live books */
export async function retitleSeries(
  tx: Tx,
  events: EventBus,
  seriesId: string,
): Promise<{ readonly title: string; readonly isChanged: boolean } | undefined> {
  const series = await lockTitledSeries(tx, seriesId);
  if (series === undefined) return undefined;
  if (isTitleLocked(series.locks)) return { title: series.title, isChanged: false };
  const titles = await titlesByRules(tx.read, [{ ...series, rules: compileLibraryRules(series) }]);
  const title = titles.get(seriesId) ?? series.title;
  if (title === series.title) return { title, isChanged: false };
  await write(tx, events, series, title);
  return { title, isChanged: true };
}

/**
 * Applies the rules of its library to the titles and numbers of the live books of a series. Locked ones stay. Retitles the
 * series first when its library has a template.
 * @param at epoch milliseconds
 * @returns the number of changed books
 */
export async function renumberSeries(tx: Tx, events: EventBus, seriesId: string, at: number): Promise<number> {
  await lockSeriesLibrary(tx, seriesId);
  // First, so that a book that is added meanwhile marks the series again.
  await clearNumbersDue(tx, seriesId);
  const naming = await findNaming(tx.read, seriesId);
  if (naming === undefined) return 0;
  const { libraryId } = naming;
  const books = await listPlacedBooks(tx.read, seriesId);
  const rules = compileLibraryRules(naming);
  const isTemplated = rules.seriesTemplate !== null;
  const { title = naming.seriesTitle } = (isTemplated ? await retitleSeries(tx, events, seriesId) : undefined) ?? {};
  const ids = books.map(({ id }) => id);
  const getContext = hasTemplates(rules) ? await loadBookContexts(tx.read, { id: seriesId, title }, ids) : undefined;
  const placings = planSeries(rules, title, books, getContext);
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
  const coverEvents = await covers.events();
  tx.afterCommit(() => {
    for (const event of coverEvents) events.emit(event);
  });
  return count;
}
