import { randomBytes } from 'node:crypto';
import { PERMISSIONS } from '@lectern/contract';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { NoticeLine } from '#db/notice-line.ts';
import type { Database } from '#db/open.ts';
import {
  appendEvents,
  deleteEventsUpTo,
  EVENT_CHANNEL,
  EVENTS_LOST,
  findEventBounds,
  listEvents,
  type LoggedEvent,
  nameEventLog,
  type NewLoggedEvent,
} from '#db/repos/system/event-log.repo.ts';
import { createEventBus, type EventBus } from './bus.ts';
import type { Audience, Delivery, EventRecord, EventTransport, ProcessMessage } from './frames.ts';

/** Rows written or read at once. */
const BATCH = 500;
/** Rows that a process reads when it starts, for clients that come back to it. */
const TAIL = 3_000;
/** Rows kept for processes that lose their connection for a while. */
const KEPT = 20_000;
const PRUNE_MS = 60_000;
/** A notice that got lost is made up for this late at most. */
const POLL_MS = 5_000;
const RETRY_MS = 1_000;
/** The database does not take them: more than this is more than any client will wait for. */
const MAX_WAITING = 50_000;

const Stream = z.enum(['entity', 'task', 'scan']);
const Tags = z.array(z.string());
/** Strict: what limits an audience in a word that this release does not know must not be overheard. */
const Hearers = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('everyone') }),
  z.strictObject({
    kind: z.literal('libraries'),
    libraryIds: z.array(z.string()),
    alsoIn: z.string().optional(),
    notIn: z.string().optional(),
    userId: z.string().optional(),
    seriesId: z.string().optional(),
    bookId: z.string().optional(),
    shownBy: z.array(Tags).optional(),
    hiddenBy: Tags.optional(),
    members: z.array(z.strictObject({ libraryId: z.string(), tagIds: Tags })).optional(),
  }),
  z.strictObject({ kind: z.literal('user'), userId: z.string() }),
  z.strictObject({
    kind: z.literal('permission'),
    permission: z.enum(PERMISSIONS),
    userId: z.string().optional(),
  }),
]);
const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('user_changed'), userId: z.string() }),
  z.object({ type: z.literal('settings_changed') }),
  z.object({ type: z.literal('sign_in'), marks: z.array(z.string()), failed: z.boolean() }),
]);

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}

/** The audience of a row. An audience that this release does not know means no user. */
function audienceOf({ audience }: LoggedEvent): Audience {
  const known = Hearers.safeParse(parsed(audience));
  return known.success ? known.data : { kind: 'nobody' };
}

/** What the relay uses. */
export interface RelayContext {
  readonly db: Database;
  readonly log: Logger;
}

/** A row as its process makes it. */
type OwnRow = Omit<NewLoggedEvent, 'origin' | 'number'>;

/**
 * Passes events through the database. Every process, the one that published them too, hands them to its clients in the order
 * of the log, so that an id means the same place wherever a client comes back to.
 */
class Relay implements EventTransport {
  readonly #ctx: RelayContext;
  readonly #delivery: Delivery;
  readonly #origin = randomBytes(8).toString('hex');
  readonly #timers: NodeJS.Timeout[] = [];
  #line: NoticeLine | undefined;
  #waiting: NewLoggedEvent[] = [];
  #writing: Promise<void> | undefined;
  #reading: Promise<void> | undefined;
  #readAgain = false;
  #stopped = false;
  #count = 0;
  #last: number;

  constructor(ctx: RelayContext, delivery: Delivery, after: number) {
    this.#ctx = ctx;
    this.#delivery = delivery;
    this.#last = after;
  }

  publish({ stream, name, json, ...audience }: EventRecord): void {
    this.#push({ stream, name, json, audience: JSON.stringify(audience) });
  }

  tell(message: ProcessMessage): void {
    this.#push({ stream: 'process', name: message.type, json: JSON.stringify(message), audience: null });
  }

  /** Reads what is there, and from now on what comes. */
  async start(): Promise<void> {
    await this.#readOn();
    this.#line = this.#ctx.db.listen?.(EVENT_CHANNEL, {
      onNotice: () => this.#read(),
      onListening: () => this.#read(),
      onFailure: (error) => this.#ctx.log.warn({ err: error }, 'notices of other processes interrupted'),
    });
    this.#timers.push(setInterval(() => this.#read(), POLL_MS).unref());
    this.#timers.push(setInterval(() => void this.#prune(), PRUNE_MS).unref());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#line?.[Symbol.asyncDispose]();
    await this.#writing;
    await this.#reading;
    try {
      while (this.#waiting.length > 0) await this.#writeSome();
    } catch (error) {
      this.#ctx.log.error({ err: error }, 'last events could not be passed on');
    }
  }

  #push(row: OwnRow): void {
    this.#count += 1;
    this.#waiting.push({ ...row, origin: this.#origin, number: this.#count });
    if (this.#waiting.length > MAX_WAITING) {
      this.#waiting.splice(0, BATCH);
      this.#delivery.gap();
    }
    // All that is told at one moment goes out together.
    this.#writing ??= Promise.resolve().then(async () => this.#write());
  }

  async #write(): Promise<void> {
    try {
      while (this.#waiting.length > 0 && !this.#stopped) await this.#writeSome();
      this.#writing = undefined;
    } catch (error) {
      this.#ctx.log.error({ err: error }, 'events could not be passed on yet');
      setTimeout(() => {
        this.#writing = this.#write();
      }, RETRY_MS).unref();
    }
  }

  async #writeSome(): Promise<void> {
    const rows = this.#waiting.slice(0, BATCH);
    await this.#ctx.db.transaction(async (tx) => appendEvents(tx, rows));
    this.#waiting = this.#waiting.slice(rows.length);
    this.#read();
  }

  /** Reads on; calls while it reads make it look once more. */
  #read(): void {
    if (this.#stopped) return;
    if (this.#reading !== undefined) {
      this.#readAgain = true;
      return;
    }
    this.#reading = this.#readOn()
      .catch((error: unknown) => this.#ctx.log.error({ err: error }, 'events of other processes could not be read'))
      .finally(() => {
        this.#reading = undefined;
        if (!this.#readAgain) return;
        this.#readAgain = false;
        this.#read();
      });
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const rows = await listEvents(this.#ctx.db.read, this.#last, BATCH);
      const [next] = rows;
      if (next !== undefined && next.id > this.#last + 1) await this.#checkGap();
      for (const row of rows) this.#deliver(row);
      if (rows.length < BATCH) return;
    }
  }

  /** A number may be missing because its transaction failed, or because it was pruned before it was read. */
  async #checkGap(): Promise<void> {
    const { first } = await findEventBounds(this.#ctx.db.read);
    if (first > this.#last + 1 && this.#last > 0) this.#delivery.gap(first - 1);
  }

  #deliver(row: LoggedEvent): void {
    this.#last = row.id;
    const isOwn = row.origin === this.#origin;
    const stream = Stream.safeParse(row.stream);
    if (stream.success) {
      const record = { stream: stream.data, name: row.name, json: row.json, ...audienceOf(row) };
      this.#delivery.record(row.id, record, isOwn);
      return;
    }
    if (row.name === EVENTS_LOST) {
      this.#delivery.gap(row.id);
      return;
    }
    // A word that this release does not know is for others.
    const message = Message.safeParse(JSON.parse(row.json));
    if (!isOwn && message.success) this.#delivery.message(message.data);
  }

  async #prune(): Promise<void> {
    try {
      const { first, last } = await findEventBounds(this.#ctx.db.read);
      if (last - first < KEPT) return;
      await this.#ctx.db.transaction(async (tx) => deleteEventsUpTo(tx, last - KEPT));
    } catch (error) {
      this.#ctx.log.error({ err: error }, 'old events could not be deleted');
    }
  }
}

/** Opens the bus of a process that shares its database with others; the caller disposes it before the database. */
async function openRelayedBus(ctx: RelayContext): Promise<EventBus> {
  const epoch = await ctx.db.transaction(async (tx) => nameEventLog(tx, randomBytes(4).toString('hex')));
  const { first, last } = await findEventBounds(ctx.db.read);
  const after = Math.max(0, first - 1, last - TAIL);
  const relays: Relay[] = [];
  const bus = createEventBus({
    epoch,
    after,
    connect: (delivery) => {
      const relay = new Relay(ctx, delivery, after);
      relays.push(relay);
      return relay;
    },
  });
  for (const relay of relays) await relay.start();
  return bus;
}

/** Opens the event bus: on SQLite there is one process, and what it told is forgotten with it. */
export async function openEventBus(ctx: RelayContext): Promise<EventBus> {
  return ctx.db.kind === 'sqlite' ? createEventBus(randomBytes(4).toString('hex')) : openRelayedBus(ctx);
}
