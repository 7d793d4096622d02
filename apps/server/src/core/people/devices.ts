import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Device } from '@lectern/contract';
import type Bowser from 'bowser';
import type { Logger } from 'pino';
import type { Listed, PageWanted } from '#core/page.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { writeKeyUse } from '#db/repos/people/api-keys.repo.ts';
import {
  countDevicesOf,
  deleteDevice as deleteRow,
  listDevicesOf,
  writeDeviceUse,
} from '#db/repos/people/devices.repo.ts';
import { findUser } from '#db/repos/people/users.repo.ts';

/** Apps for reading, by a word of their user agent; before the browsers, whose words some of them borrow. */
const APPS: readonly (readonly [word: RegExp, name: string])[] = [
  [/koreader/i, 'KOReader'],
  [/mihon/i, 'Mihon'],
  [/tachiyomi/i, 'Tachiyomi'],
  [/paperback/i, 'Paperback'],
  [/panels/i, 'Panels'],
  [/chunky/i, 'Chunky'],
  [/komelia/i, 'Komelia'],
  [/komikku/i, 'Komikku'],
  [/kybook/i, 'KyBook'],
  [/moon\+? ?reader/i, 'Moon+ Reader'],
  [/librera/i, 'Librera'],
  [/thorium/i, 'Thorium'],
  [/readera/i, 'ReadEra'],
  [/yacreader/i, 'YACReader'],
  [/aldiko/i, 'Aldiko'],
  [/foliate/i, 'Foliate'],
  [/kobo/i, 'Kobo'],
];

let bowser: typeof Bowser | undefined;

/** Longest name of a program that is taken over as it is. */
const MAX_NAME = 60;

/**
 * What a request came from, in words: `Firefox on Windows`, `KOReader`.
 * @param userAgent as it was sent; anything may be in it
 */
export function describeDevice(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown device';
  const app = APPS.find(([word]) => word.test(userAgent));
  if (app !== undefined) return app[1];
  // Loaded with the first agent that is described.
  bowser ??= createRequire(import.meta.url)('bowser') as typeof Bowser;
  const { browser, os } = bowser.parse(userAgent);
  if (browser.name !== undefined && browser.name !== '' && os.name !== undefined)
    return `${browser.name} on ${os.name}`;
  // Programs that are no browsers name themselves first.
  const name = /^([^\p{Cc}/(;]+)/u.exec(userAgent)?.[1]?.trim() ?? '';
  return name === '' ? 'Unknown device' : name.slice(0, MAX_NAME);
}

/** What a request comes from. */
export interface DeviceIdentity {
  readonly deviceId: string;
  readonly name: string;
  readonly apiKeyId: string | null;
}

/**
 * The device of a request: its API key, else a hash of the user agent. A key that several devices share makes
 * them one, named after the key.
 */
export function deviceOf({ apiKey }: Pick<Viewer, 'apiKey'>, userAgent: string | null): DeviceIdentity {
  if (apiKey !== undefined) return { deviceId: `apikey:${apiKey.id}`, name: apiKey.name, apiKeyId: apiKey.id };
  const agent = userAgent?.trim() ?? '';
  if (agent === '') return { deviceId: 'unknown', name: 'Unknown device', apiKeyId: null };
  const hash = createHash('sha256').update(agent).digest('hex').slice(0, 32);
  return { deviceId: `ua:${hash}`, name: describeDevice(agent), apiKeyId: null };
}

/** How often the use of a key or device is written. */
const EVERY_MS = 60_000;
/** Devices whose requests are being counted; the one that came first is written and forgotten. */
const MAX_COUNTED = 5_000;

/** Notes which keys and devices are in use: the first request at once, later ones together, once a minute. */
export interface UseLog extends AsyncDisposable {
  /** Costs no more than counting; whatever has to be written is written in the background. */
  readonly note: (viewer: Viewer, userAgent: string | null) => void;
  /** Resolves when everything that was due is written. */
  readonly settled: () => Promise<void>;
}

interface Counted {
  viewer: Viewer;
  userAgent: string | null;
  requests: number;
  lastAt: number;
  dueAt: number;
}

/** What the log works with. */
interface UseLogOptions {
  readonly db: Database;
  readonly log: Logger;
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
    const counted: Counted = { viewer, userAgent: null, requests: 0, lastAt: 0, dueAt: 0 };
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
        // The request goes on without it: the next minute tries again.
        counted.requests += requests;
        this.#options.log.warn({ err: error }, 'use of a key or device not noted');
      }
    }
    this.#writing = undefined;
  }

  async #writeOne({ viewer, userAgent, lastAt }: Counted, requests: number): Promise<void> {
    await this.#options.db.transaction(async (tx) => {
      if ((await findUser(tx.read, viewer.userId)) === undefined) return;
      if (viewer.apiKey !== undefined) await writeKeyUse(tx, viewer.apiKey.id, lastAt);
      const device = deviceOf(viewer, userAgent);
      await writeDeviceUse(tx, { ...device, userId: viewer.userId, userAgent, requests, at: lastAt });
    });
  }
}

/** Begins with nothing counted. The caller disposes it before the database; what was counted is written then. */
export function createUseLog(options: UseLogOptions): UseLog {
  return new CountingUseLog(options);
}

interface DevicesContext {
  readonly db: Database;
  readonly uses: UseLog;
}

/** What the viewer reads with, the last used first. */
export async function listDevices(
  { db, uses }: DevicesContext,
  { userId }: Viewer,
  { page, pageSize }: PageWanted,
): Promise<Listed<Device>> {
  await uses.settled();
  const [rows, total] = await Promise.all([
    listDevicesOf(db.read, userId, { limit: pageSize, offset: (page - 1) * pageSize }),
    countDevicesOf(db.read, userId),
  ]);
  const devices = rows.map(({ deviceId, userId: _, firstSeenAt, lastSeenAt, ...device }) => ({
    ...device,
    id: deviceId,
    firstSeenAt: new Date(firstSeenAt).toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
  }));
  return { rows: devices, total };
}

/**
 * Forgets a device of the viewer.
 * @throws {AppError} `NotFound`
 */
export async function deleteDevice({ db, uses }: DevicesContext, { userId }: Viewer, deviceId: string): Promise<void> {
  await uses.settled();
  const isDeleted = await db.transaction(async (tx) => deleteRow(tx, userId, deviceId));
  if (!isDeleted) throw new AppError('NotFound', `Device "${deviceId}" not found`);
}
