import type { EntityEvent } from '@lectern/contract';
import type { Tx } from '#db/open.ts';
import { findFirstBookId } from '#db/repos/scanning/analysis.repo.ts';
import { findChosen } from '#db/repos/covers/custom-covers.repo.ts';
import { followBookCover, isLibraryFront } from '#db/repos/covers/shown-covers.repo.ts';
import { bookCoverEvent, type BookPlace, coverEvent } from '#events/entity-events.ts';

/** What is told of series that show another picture now, and of the library that shows one of theirs. */
export async function seriesCoverEvents(
  tx: Tx,
  libraryId: string,
  seriesIds: readonly string[],
): Promise<readonly EntityEvent[]> {
  const events: EntityEvent[] = [];
  for (const seriesId of seriesIds) {
    events.push(coverEvent('series', seriesId, libraryId));
    if (await isLibraryFront(tx.read, libraryId, seriesId)) events.push(coverEvent('library', libraryId, libraryId));
  }
  return events;
}

/** Whether the series shows the cover of its first book, and this is the one. */
async function lendsItsCover(tx: Tx, { id, seriesId }: BookPlace): Promise<boolean> {
  if ((await findFirstBookId(tx.read, seriesId)) !== id) return false;
  return (await findChosen(tx.read, { kind: 'series', id: seriesId }))?.key === null;
}

/** Watches a book while its cover may change: asked for before, its `events` are for afterwards. */
export interface CoverWatch {
  /** Brings along what shows the book's cover too, and tells of all of it; asked only when the book's cover has changed. */
  readonly events: () => Promise<readonly EntityEvent[]>;
}

/** To be called before the cover of a book is written, in the same transaction. */
export async function watchBookCover(tx: Tx, book: BookPlace, at: number): Promise<CoverWatch> {
  const lentBefore = await lendsItsCover(tx, book);
  return {
    events: async () => {
      const changed = new Set(await followBookCover(tx, book.id, at));
      if (lentBefore || (await lendsItsCover(tx, book))) changed.add(book.seriesId);
      const ofSeries = await seriesCoverEvents(tx, book.libraryId, [...changed]);
      return [bookCoverEvent(book), ...ofSeries];
    },
  };
}
