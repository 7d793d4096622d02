import type { ReadProgress } from '@lectern/contract';
import { findMember, findNumber } from '#lib/find-member.ts';
import { deriveUnsent, findReading, type ReadingEntry } from './derive-unsent.ts';
import { type KeptBook, readFinishedAt } from './kept.ts';
import { patchKept } from './kept-books.ts';
import { canKeep, writeKeptProgress } from './kept-cache.ts';
import { openOfflineDb } from './offline-db.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** Writes back what was there before. */
export type Restore = () => Promise<void>;

function toProgress(value: unknown): ReadProgress | null {
  return findMember(value, 'id') === undefined ? null : (value as ReadProgress);
}

async function write(
  { userId, bookId }: KeptBook,
  change: (book: unknown, progress: ReadProgress | null) => ReadProgress | null,
): Promise<void> {
  let finishedAt: number | null = null;
  await writeKeptProgress(userId, bookId, (book, had) => {
    const now = change(book, toProgress(had));
    finishedAt = readFinishedAt(now ?? undefined);
    return now;
  });
  await patchKept(bookId, { finishedAt }, userId);
}

async function applyToBook(kept: KeptBook, reading: ReadingEntry): Promise<Restore> {
  let before: ReadProgress | null = null;
  let after: ReadProgress | null = null;
  await write(kept, (book, progress) => {
    before = progress;
    after = deriveUnsent(reading, findNumber(book, 'pageCount') ?? 0, progress ?? undefined);
    return after;
  });
  // What was read since then stays.
  return async () => write(kept, (_, now) => (now?.updatedAt === after?.updatedAt ? before : now));
}

/** Shows a place or mark in kept answers, before the server has it. Other changes are not in them. */
export async function applyToKept(entry: OutboxEntry): Promise<Restore> {
  const restores: Restore[] = [];
  const db = await openOfflineDb();
  const books = canKeep() ? await db.getAllFromIndex('books', 'byUser', entry.userId) : [];
  for (const kept of books) {
    const reading = findReading(entry, { id: kept.bookId, seriesId: kept.seriesId });
    if (reading !== undefined) restores.push(await applyToBook(kept, reading));
  }
  return async () => {
    for (const restore of restores) await restore();
  };
}
