import type { DeviceIdentity } from '#core/keys/device-of.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import {
  extendSession,
  findLatestSession,
  holdReading,
  insertSessions,
  type Mark,
  type ReadingOf,
} from '#db/repos/reading/reading-sessions.repo.ts';
import { countPages, IDLE_MS } from './count-pages.ts';
import { settleReading } from './settle-reading.ts';

/** Where a reader is now, as a device tells it. */
export interface Place {
  readonly page: number;
  /** 0 to 1; null when the page says it. */
  readonly percentage: number | null;
  readonly completed: boolean;
  /** JSON. */
  readonly locator: string | null;
  /** When the device reached it by its own clock, epoch milliseconds; absent is now, and a later time counts as now. */
  readonly reachedAt?: number | undefined;
  /** A book that is marked read was not read just then: it gives no time and no pages. */
  readonly kind: 'progress' | 'completed';
}

type Latest = NonNullable<Awaited<ReturnType<typeof findLatestSession>>>;

/** Whether the device only goes on with what it was doing. */
function goesOn(latest: Latest, place: Place, deviceId: string, at: number): boolean {
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
  if (latest !== undefined && goesOn(latest, place, device.deviceId, at)) {
    const ms = at - latest.endedAt;
    return await extendSession(tx, latest.id, {
      ...ends,
      completedAt: latest.completedAt ?? completedAt,
      inferredMs: latest.inferredMs + ms,
      pages: latest.pages + countPages(latest.page ?? page, page, ms),
    });
  }
  const session = {
    ...{ ...reading, ...ends, completedAt, kind, id: newId(), clientId: null, startedAt: at },
    ...{ deviceId: device.deviceId, deviceName: device.name, activeMs: null, inferredMs: 0 },
    pages: kind === 'progress' && latest?.page !== page ? 1 : 0,
  };
  return (await insertSessions(tx, [session])) ?? { endedAt: at, seq: 0 };
}

/**
 * Stores where a reader is now. Said live, it is later than all that is known; sessions of devices that come late find their
 * place behind it or before it by their own time.
 */
export async function writeLivePlace(tx: Tx, reading: ReadingOf, device: DeviceIdentity, place: Place): Promise<void> {
  await holdReading(tx, reading.userId);
  const latest = await findLatestSession(tx.read, reading);
  const now = Date.now();
  const at = Math.max(Math.min(place.reachedAt ?? now, now), latest?.endedAt ?? 0);
  const mark = await storeReading(tx, reading, { place, device, at, latest });
  await settleReading(tx, reading, mark);
}
