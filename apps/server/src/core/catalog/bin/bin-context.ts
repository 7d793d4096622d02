import type { BinChange } from '@lectern/contract';
import { recordAudit } from '#core/audit/write-audit.ts';
import { watchSeriesCovers } from '#core/catalog/covers/cover-events.ts';
import { renumberSeries } from '#core/catalog/naming/renumber-series.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Tx } from '#db/open.ts';
import { type BookInLibrary, listLiveSeries } from '#db/repos/scanning/bin.repo.ts';
import { lockLibraries } from '#db/repos/scanning/analysis-marks.repo.ts';
import { bookEvent, seriesEvent } from '#events/entity-events.ts';
import type { Log } from '#log/logger.ts';
import type { ChangeContext, QueueContext } from '../contexts.ts';

/** What a change of the bin takes. */
export interface BinContext extends ChangeContext, QueueContext {
  readonly log: Pick<Log, 'users' | 'server'>;
}

/** A changed book, and what happened to it for viewers. */
interface BinnedChange extends BookInLibrary {
  readonly event: 'book_created' | 'book_updated' | 'book_deleted';
}

/** Books of one transaction. */
export const BATCH = 200;

/** Counts the books and series of a deletion or restoration. */
export class BinTally {
  books = 0;
  missing = 0;
  filesMoved = 0;
  filesKept = 0;
  readonly #series = new Set<string>();

  add(books: readonly BookInLibrary[]): void {
    this.books += books.length;
    for (const { seriesId } of books) this.#series.add(seriesId);
  }

  toChange(deletionId: string): BinChange {
    const { books, missing, filesMoved, filesKept } = this;
    return { deletionId, books, series: this.#series.size, missing, filesMoved, filesKept };
  }
}

/** Events of series that lose their last live book, or get one again. */
function seriesEvents(books: readonly BookInLibrary[], before: ReadonlySet<string>, after: ReadonlySet<string>) {
  const places = new Map(books.map(({ seriesId: id, libraryId }) => [id, { id, libraryId }]));
  return [...places.values()].flatMap((series) => {
    if (before.has(series.id) === after.has(series.id)) return [];
    return [seriesEvent(after.has(series.id) ? 'series_created' : 'series_deleted', series)];
  });
}

/**
 * Changes books, their numbers and covers in one transaction, and emits the events: a book or series that comes or goes for
 * viewers is created or deleted for them. A scan may have moved the seen books since; `write` returns those that it changed.
 */
export async function changeTogether(
  { db, events }: ChangeContext,
  seen: readonly BookInLibrary[],
  write: (tx: Tx) => Promise<BinnedChange[]>,
): Promise<BookInLibrary[]> {
  return db.transaction(async (tx) => {
    await lockLibraries(tx, [...new Set(seen.map(({ libraryId }) => libraryId))]);
    const covers = watchSeriesCovers(tx);
    await covers.watch(seen.map(({ seriesId }) => seriesId));
    const seriesIds = [...new Set(seen.map(({ seriesId }) => seriesId))];
    const before = await listLiveSeries(tx.read, seriesIds);
    const books = await write(tx);
    const told = await covers.events();
    const series = seriesEvents(seen, before, await listLiveSeries(tx.read, seriesIds));
    const at = Date.now();
    for (const seriesId of new Set(books.map((book) => book.seriesId))) await renumberSeries(tx, events, seriesId, at);
    tx.afterCommit(() => {
      for (const { event, ...book } of books) events.emit(bookEvent(event, book));
      for (const event of [...series, ...told]) events.emit(event);
    });
    return books;
  });
}

/** Records who did it. Nothing is recorded when no book changed. */
export async function auditBin(
  ctx: Pick<BinContext, 'db' | 'log'>,
  actor: Viewer,
  action: 'books_binned' | 'books_restored' | 'books_removed',
  details: { readonly books: number },
): Promise<void> {
  if (details.books > 0) await recordAudit(ctx, { action, actor, details: { ...details } });
}
