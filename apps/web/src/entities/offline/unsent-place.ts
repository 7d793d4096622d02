import type { ReadProgress } from '@lectern/contract';
import { deriveUnsent, findReading, type ReadingEntry } from './derive-unsent.ts';
import { findLastPlaces } from './last-place.ts';
import { openOfflineDb } from './offline-db.ts';

function findClosing(userId: string, bookId: string): ReadingEntry | undefined {
  const last = findLastPlaces(userId).find((place) => place.bookId === bookId);
  if (last === undefined) return undefined;
  const { at, title, userId: _, ...place } = last;
  const change = { kind: 'reading', session: 'progress', ...place } as const;
  return { id: '', userId, at, startedAt: at, title, change };
}

/** The last unsent place of a book; null without one, and where the browser offers no storage. */
export async function findUnsentPlace(userId: string, bookId: string): Promise<ReadingEntry | null> {
  try {
    const db = await openOfflineDb();
    const entries = await db.getAllFromIndex('outbox', 'byUser', userId);
    const seriesId = (await db.get('books', [userId, bookId]))?.seriesId ?? '';
    const own = entries
      .filter(({ problem }) => problem === undefined)
      .flatMap((entry) => findReading(entry, { id: bookId, seriesId }) ?? []);
    const closing = findClosing(userId, bookId);
    const all = closing === undefined ? own : [...own, closing];
    return all.toSorted((a, b) => b.at - a.at)[0] ?? null;
  } catch {
    return null;
  }
}

/** The later of both: what the server has, and what this device has not sent. */
export function chooseLater(
  stored: ReadProgress | undefined,
  unsent: ReadingEntry | null,
  pageCount: number,
): ReadProgress | undefined {
  if (unsent === null || (stored !== undefined && Date.parse(stored.updatedAt) > unsent.at)) return stored;
  return deriveUnsent(unsent, pageCount, stored) ?? undefined;
}
