import type { Logger } from 'pino';
import { getOrigin, type Origin } from '#core/audit/origin.ts';
import { writeAudit } from '#core/audit/write-audit.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, Tx } from '#db/open.ts';
import { writeKeyUse } from '#db/repos/people/api-keys.repo.ts';
import { hasDevice, writeDeviceUse } from '#db/repos/people/devices.repo.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { type DeviceIdentity, identifyDevice } from './devices.ts';

/** How often the use of a key or device is written. */
const EVERY_MS = 60_000;
/** Devices in memory. Beyond that, the oldest one is written and removed. */
const MAX_COUNTED = 5_000;

/** Records the use of keys and devices: the first request at once, later ones together, once a minute. */
export interface UseLog extends AsyncDisposable {
  /** Counts a request, and writes in the background. */
  readonly note: (viewer: Viewer, userAgent: string | null) => void;
  /** Resolves when all due writes are done. */
  readonly settled: () => Promise<void>;
}

interface Counted {
  /** Of the first request. */
  readonly origin: Origin;
  viewer: Viewer;
  userAgent: string | null;
  requests: number;
  lastAt: number;
  dueAt: number;
}

/** The use of an account without a session. */
interface Use {
  readonly viewer: Viewer;
  readonly account: UserTable;
  readonly device: DeviceIdentity;
  readonly origin: Origin;
}

interface UseLogOptions {
  readonly db: Database;
  readonly log: Logger;
  /** Called after an account was used by HTTP Basic on a device that is not its first. Must not reject. */
  readonly onNewDevice?: (userId: string, origin: Origin) => Promise<void>;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

class CountingUseLog implements UseLog {
  readonly #options: UseLogOptions;
  readonly #now: () => number;
  readonly #counted = new Map<string, Counted>();
  readonly #due = new Set<Counted>();
  #writing: Promise<void> | undefined;

  constructor(options: UseLogOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  note(viewer: Viewer, userAgent: string | null): void {
    const id = viewer.apiKey?.id ?? `${viewer.userId} ${userAgent ?? ''}`;
    const counted = this.#counted.get(id) ?? this.#begin(id, viewer);
    const now = this.#now();
    counted.viewer = viewer;
    counted.userAgent = userAgent;
    counted.requests += 1;
    counted.lastAt = now;
    if (now >= counted.dueAt) this.#write(counted, now);
  }

  async settled(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const counted of this.#counted.values()) if (counted.requests > 0) this.#write(counted, this.#now());
    await this.settled();
  }

  #begin(id: string, viewer: Viewer): Counted {
    const counted: Counted = { origin: getOrigin(), viewer, userAgent: null, requests: 0, lastAt: 0, dueAt: 0 };
    this.#counted.set(id, counted);
    const [oldest] = this.#counted;
    if (this.#counted.size > MAX_COUNTED && oldest !== undefined) {
      this.#counted.delete(oldest[0]);
      if (oldest[1].requests > 0) this.#write(oldest[1], this.#now());
    }
    return counted;
  }

  #write(counted: Counted, now: number): void {
    counted.dueAt = now + EVERY_MS;
    this.#due.add(counted);
    this.#writing ??= this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    for (const counted of this.#due) {
      this.#due.delete(counted);
      const { requests } = counted;
      counted.requests = 0;
      try {
        await this.#writeOne(counted, requests);
      } catch (error) {
        // The next minute tries again.
        counted.requests += requests;
        this.#options.log.warn({ err: error }, 'use of a key or device not noted');
      }
    }
    this.#writing = undefined;
  }

  /** Sessions are recorded when they open. @returns whether the owner should be told */
  async #noteNew(tx: Tx, { viewer, account, device, origin }: Use): Promise<boolean> {
    const { deviceId, name } = device;
    if (await hasDevice(tx.read, account.id, deviceId)) return false;
    const isFirst = !(await hasDevice(tx.read, account.id));
    const target = { kind: 'device', id: deviceId, name };
    const ctx = { log: { users: this.#options.log } };
    await writeAudit(tx, ctx, { action: 'device_added', actor: viewer, account, target }, origin);
    return !isFirst && viewer.apiKey === undefined;
  }

  async #writeOne({ origin, viewer, userAgent, lastAt }: Counted, requests: number): Promise<void> {
    const isNew = await this.#options.db.transaction(async (tx) => {
      const account = await findUser(tx.read, viewer.userId);
      if (account === undefined) return false;
      if (viewer.apiKey !== undefined) await writeKeyUse(tx, viewer.apiKey.id, lastAt);
      const device = identifyDevice(viewer, userAgent);
      const isNews = viewer.sessionId === null && (await this.#noteNew(tx, { viewer, account, device, origin }));
      await writeDeviceUse(tx, { ...device, userId: viewer.userId, userAgent, requests, at: lastAt });
      return isNews;
    });
    if (isNew) await this.#options.onNewDevice?.(viewer.userId, origin);
  }
}

/** Starts empty. The caller disposes it before the database; disposing writes the rest. */
export function createUseLog(options: UseLogOptions): UseLog {
  return new CountingUseLog(options);
}
