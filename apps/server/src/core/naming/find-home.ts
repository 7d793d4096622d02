import type { Tx } from '#db/open.ts';
import type { BookToAnalyze } from '#db/repos/scanning/analysis.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { storedPlacing } from './decision.ts';
import { libraryRulesOf } from './library-rules.ts';
import { placeInSeries } from './place-in-series.ts';
import { regroupBook } from './regroup-book.ts';
import { readsMetadata } from './series-rules.ts';
import { statedBy } from './stated-by.ts';

/** The series of a book that has just been read. */
export interface BookHome {
  readonly series: { readonly seriesId: string; readonly seriesTitle: string };
  /** What of it belongs into the book's row. */
  readonly columns: { readonly seriesId?: string; readonly placedBy?: string };
  /** To be called when the row is written. */
  readonly settle: () => Promise<void>;
}

/**
 * Finds the series of a book that has just been read: the one it is in, unless series follow from what books say. What a
 * person said of the series counts before what the file says.
 * @param tx the one that writes the book, whose library and row are held
 * @param events told of series that come, change and go
 * @param book as it is before
 * @param stated its metadata as it will be stored
 */
export async function findHome(
  tx: Tx,
  events: EventBus,
  book: BookToAnalyze,
  stated: { readonly series?: string | null | undefined; readonly authors: string },
): Promise<BookHome> {
  const rules = libraryRulesOf(book);
  const { seriesId, seriesTitle } = book;
  if (!readsMetadata(rules.series)) return { series: { seriesId, seriesTitle }, columns: {}, settle: async () => {} };
  const said = statedBy({ series: stated.series ?? null, authors: stated.authors });
  const place = placeInSeries(rules.series, { path: book.path, ...said });
  const home = await regroupBook(tx, events, book, { rules, place, at: Date.now() });
  const placedBy = storedPlacing({ strategy: rules.series.strategy, ...place.reason });
  return {
    series: { seriesId: home.id, seriesTitle: home.title },
    columns: { seriesId: home.id, placedBy },
    settle: home.settle,
  };
}
