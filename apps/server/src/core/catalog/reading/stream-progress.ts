import type { Logger } from 'pino';
import { findPreferenceRow } from '#db/repos/people/preferences.repo.ts';
import { findProgress } from '#db/repos/reading/progress.repo.ts';
import { AppError } from '#core/errors.ts';
import { type Reader, saveProgress } from './save-progress.ts';
import type { ChangeContext } from '../contexts.ts';

/** A client that fetches the next page within this time prefetches. */
const REST_MS = 1_000;
/** When more readers wait, the oldest page is stored at once. */
const MAX_WAITING = 1_000;
/** Preference that turns off progress from fetched pages. */
const SWITCH = 'reading.record_streamed_pages';

/** Derives progress from fetched pages, because OPDS 1.2 clients cannot send it. */
export interface StreamProgress extends AsyncDisposable {
  /** A client fetched a page (from 1). */
  readonly note: (reader: Reader, bookId: string, page: number) => void;
}

interface Burst {
  readonly reader: Reader;
  readonly bookId: string;
  /** The first page after the last pause: later ones were prefetched. */
  readonly page: number;
  timer: NodeJS.Timeout;
}

/** Stores the page of a burst, forward only. A fetched last page does not complete a book. */
async function storePage(ctx: ChangeContext, { reader, bookId, page }: Burst): Promise<void> {
  const { viewer } = reader;
  const preference = await findPreferenceRow(ctx.db.read, viewer.userId, SWITCH);
  if (preference !== undefined && preference.value === 'false') return;
  const known = await findProgress(ctx.db.read, viewer, bookId);
  if (known !== undefined && (known.completed || known.currentPage >= page)) return;
  await saveProgress(ctx, reader, bookId, { currentPage: page, completed: false });
}

/** Debounces fetched pages. Disposing stores what waits. */
export function createStreamProgress(ctx: ChangeContext, log: Logger): StreamProgress {
  const waiting = new Map<string, Burst>();
  const storing = new Set<Promise<void>>();

  const flush = (key: string): void => {
    const burst = waiting.get(key);
    if (burst === undefined) return;
    waiting.delete(key);
    clearTimeout(burst.timer);
    const work = storePage(ctx, burst)
      .catch((error: unknown) => {
        // The book was deleted or hidden meanwhile.
        if (!(error instanceof AppError))
          log.warn({ err: error, bookId: burst.bookId }, 'streamed page was not recorded');
      })
      .finally(() => storing.delete(work));
    storing.add(work);
  };

  return {
    note: (reader, bookId, page) => {
      const key = `${reader.viewer.userId} ${reader.device.deviceId} ${bookId}`;
      const earlier = waiting.get(key);
      if (earlier !== undefined) clearTimeout(earlier.timer);
      const oldest = waiting.keys().next();
      if (earlier === undefined && waiting.size >= MAX_WAITING && oldest.done !== true) flush(oldest.value);
      const timer = setTimeout(() => {
        flush(key);
      }, REST_MS);
      timer.unref();
      waiting.set(key, { reader, bookId, page: earlier?.page ?? page, timer });
    },
    [Symbol.asyncDispose]: async () => {
      for (const key of [...waiting.keys()]) flush(key);
      await Promise.all(storing);
    },
  };
}
