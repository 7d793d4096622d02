import type { DeviceIdentity } from '#core/people/devices.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { findBookPlace } from '#db/repos/catalog/books.repo.ts';
import {
  extendSession,
  findLatestSession,
  lockReading,
  insertSessions,
  type Mark,
  type ReadingOf,
} from '#db/repos/reading/reading-sessions.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { bookProgressEvent } from '#events/entity-events.ts';
import { deriveProgress } from './derive-progress.ts';

/** From this share on a book counts as finished: the last pages are often ads. */
const FINISHED_AT = 0.98;

interface PlaceInBook {
  readonly currentPage: number;
  readonly progressPercentage?: number | undefined;
  /** An explicit value wins, also false. */
  readonly completed?: boolean | undefined;
  /** 0 before the analysis. */
  readonly pageCount: number;
}

/** Whether a book counts as finished. */
export function isFinished({ currentPage, progressPercentage = 0, completed, pageCount }: PlaceInBook): boolean {
  if (completed !== undefined) return completed;
  return (pageCount > 0 && currentPage >= pageCount) || progressPercentage >= FINISHED_AT;
}

/** Longest gap between two places of one session. */
const IDLE_MS = 5 * 60_000;

/** Shortest time per page: a faster jump does not count as reading. */
const PAGE_MS = 1_000;

/** Pages read between two places, limited by the time between them. Going back reads none. */
function countPages(from: number, to: number, ms: number): number {
  return Math.min(Math.max(0, to - from), Math.max(1, Math.ceil(ms / PAGE_MS)));
}

/** A place that a device sends. */
export interface Place {
  readonly page: number;
  /** 0 to 1; null when the page determines it. */
  readonly percentage: number | null;
  readonly completed: boolean;
  /** JSON. */
  readonly locator: string | null;
  /** By the clock of the device, epoch milliseconds. Now by default; a later time counts as now. */
  readonly reachedAt?: number | undefined;
  /** Marking a book read (`completed`) gives no reading time and no pages. */
  readonly kind: 'progress' | 'completed';
}

type Latest = NonNullable<Awaited<ReturnType<typeof findLatestSession>>>;

/** Whether the place continues the session. */
function continuesSession(latest: Latest, place: Place, deviceId: string, at: number): boolean {
  const isAlike = latest.kind === 'progress' && place.kind === 'progress' && latest.clientId === null;
  return isAlike && latest.deviceId === deviceId && at - latest.endedAt <= IDLE_MS;
}

async function storeReading(
  tx: Tx,
  reading: ReadingOf,
  { place, device, at, latest }: { place: Place; device: DeviceIdentity; at: number; latest: Latest | undefined },
): Promise<Mark> {
  const { page, percentage, locator, kind } = place;
  const completed = Number(place.completed);
  const ends = { page, percentage, locator, completed, endedAt: at, receivedAt: Date.now() };
  const completedAt = place.completed ? at : null;
  if (latest !== undefined && continuesSession(latest, place, device.deviceId, at)) {
    const ms = at - latest.endedAt;
    return await extendSession(tx, latest.id, {
      ...ends,
      completedAt: latest.completedAt ?? completedAt,
      inferredMs: latest.inferredMs + ms,
      pages: latest.pages + countPages(latest.page ?? page, page, ms),
    });
  }
  const session = {
    ...reading,
    ...ends,
    completedAt,
    kind,
    id: newId(),
    clientId: null,
    startedAt: at,
    deviceId: device.deviceId,
    deviceName: device.name,
    activeMs: null,
    inferredMs: 0,
    pages: kind === 'progress' && latest?.page !== page ? 1 : 0,
  };
  return (await insertSessions(tx, [session])) ?? { endedAt: at, seq: 0 };
}

/** Stores the current place of a user as the latest one. Sessions that arrive late are sorted in by their own time. */
export async function writeLivePlace(tx: Tx, reading: ReadingOf, device: DeviceIdentity, place: Place): Promise<void> {
  await lockReading(tx, reading.userId);
  const latest = await findLatestSession(tx.read, reading);
  const now = Date.now();
  const at = Math.max(Math.min(place.reachedAt ?? now, now), latest?.endedAt ?? 0);
  const mark = await storeReading(tx, reading, { place, device, at, latest });
  await deriveProgress(tx, reading, mark);
}

/** Emits a progress event after the commit. */
export async function emitProgress(tx: Tx, events: EventBus, { userId, bookId }: ReadingOf): Promise<void> {
  const book = await findBookPlace(tx.read, { userId }, bookId);
  if (book !== undefined)
    tx.afterCommit(() => events.emitPersonal(bookProgressEvent('progress_updated', userId, book)));
}
