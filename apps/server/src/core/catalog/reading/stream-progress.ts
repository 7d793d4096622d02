import type { Logger } from 'pino';
import { findPreferenceRow } from '#db/repos/people/preferences.repo.ts';
import { findProgress } from '#db/repos/reading/progress.repo.ts';
import { AppError } from '#core/errors.ts';
import { type ProgressWriteContext, type Reader, saveProgress } from './save-progress.ts';

/** A reader that goes on within this time fetches ahead, and shows none of it yet. */
const REST_MS = 1_000;
/** Readers that can be waited for at the same time; beyond them the oldest is stored at once. */
const MAX_WAITING = 1_000;
/** Preference that keeps pages of reader apps from being taken for reading. */
const SWITCH = 'reading.record_streamed_pages';

/** Takes the pages that reader apps fetch for what is read: with OPDS 1.2 they have no other way to say so. */
export interface StreamProgress extends AsyncDisposable {
  /** A page was fetched; pages count from 1. */
  readonly note: (reader: Reader, bookId: string, page: number) => void;
}

interface Burst {
  readonly reader: Reader;
  readonly bookId: string;
  /** The first page since the reader last rested: those after it were fetched ahead. */
  readonly page: number;
  timer: NodeJS.Timeout;
}

/**
 * Stores the page of a burst, forward only. A last page that was fetched says nothing about having been read, so nothing is
 * completed by it; and a book that is read stays so.
 */
async function storePage(ctx: ProgressWriteContext, { reader, bookId, page }: Burst): Promise<void> {
  const { viewer } = reader;
  const preference = await findPreferenceRow(ctx.db.read, viewer.userId, SWITCH);
  if (preference !== undefined && preference.value === 'false') return;
  const known = await findProgress(ctx.db.read, viewer, bookId);
  if (known !== undefined && (known.completed || known.currentPage >= page)) return;
  await saveProgress(ctx, reader, bookId, { currentPage: page, completed: false });
}

/**
 * Remembers what is being fetched until it rests. Stopping stores what waits.
 * @param log told of what could not be stored
 */
export function createStreamProgress(ctx: ProgressWriteContext, log: Logger): StreamProgress {
  const waiting = new Map<string, Burst>();
  const storing = new Set<Promise<void>>();

  const settle = (key: string): void => {
    const burst = waiting.get(key);
    if (burst === undefined) return;
    waiting.delete(key);
    clearTimeout(burst.timer);
    const work = storePage(ctx, burst)
      .catch((error: unknown) => {
        // Gone, or hidden from the reader: there is nothing to store.
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
      if (earlier === undefined && waiting.size >= MAX_WAITING && oldest.done !== true) settle(oldest.value);
      const timer = setTimeout(() => {
        settle(key);
      }, REST_MS);
      timer.unref();
      waiting.set(key, { reader, bookId, page: earlier?.page ?? page, timer });
    },
    [Symbol.asyncDispose]: async () => {
      for (const key of [...waiting.keys()]) settle(key);
      await Promise.all(storing);
    },
  };
}
