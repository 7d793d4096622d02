import type { Tx } from '#db/open.ts';
import { findBookPlace } from '#db/repos/catalog/books.repo.ts';
import type { ReadingOf } from '#db/repos/reading/reading-sessions.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { bookProgressEvent } from '#events/personal-events.ts';

/** Has somebody's clients told, when the transaction is done, that they are somewhere else in a book. */
export async function tellProgress(tx: Tx, events: EventBus, { userId, bookId }: ReadingOf): Promise<void> {
  const book = await findBookPlace(tx.read, { userId }, bookId);
  if (book !== undefined)
    tx.afterCommit(() => events.emitPersonal(bookProgressEvent('progress_updated', userId, book)));
}
