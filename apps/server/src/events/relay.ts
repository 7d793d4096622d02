import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
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
import type { Delivery, EventRecord, EventTransport, ProcessMessage } from './frames.ts';
import { Message, parseAudience, Stream } from './relay-rows.ts';

const BATCH = 500;
/** Rows that a process reads when it starts, for clients that come back. */
const TAIL = 3_000;
/** Rows kept for processes that lose their connection for a while. */
const KEPT = 20_000;
const PRUNE_MS = 60_000;
const POLL_MS = 5_000;
const RETRY_MS = 1_000;
/** Rows waiting while the database is away: no client waits for more. */
const MAX_WAITING = 50_000;

/** Tools of the relay. */
export interface RelayContext {
  readonly db: Database;
  readonly log: Logger;
}

/**
 * Passes events through the database. Every process, the publisher too, delivers them in the order of the log, so that
 * an id means the same everywhere.
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

  /** Delivers the stored rows, then new ones as they come. */
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

  #push(row: Omit<NewLoggedEvent, 'origin' | 'number'>): void {
    this.#count += 1;
    this.#waiting.push({ ...row, origin: this.#origin, number: this.#count });
    if (this.#waiting.length > MAX_WAITING) {
      this.#waiting.splice(0, BATCH);
      this.#delivery.gap();
    }
    // All events of one tick go out together.
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

  /** Reads new rows; a call while it reads makes it read again. */
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

  /** A number may be missing because its transaction failed, or because it was pruned unread. */
  async #checkGap(): Promise<void> {
    const { first } = await findEventBounds(this.#ctx.db.read);
    if (first > this.#last + 1 && this.#last > 0) this.#delivery.gap(first - 1);
  }

  #deliver(row: LoggedEvent): void {
    this.#last = row.id;
    const isOwn = row.origin === this.#origin;
    const stream = Stream.safeParse(row.stream);
    if (stream.success) {
      const record = { stream: stream.data, name: row.name, json: row.json, ...parseAudience(row) };
      this.#delivery.record(row.id, record, isOwn);
      return;
    }
    if (row.name === EVENTS_LOST) {
      this.#delivery.gap(row.id);
      return;
    }
    // Messages of other releases are skipped.
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

/** Opens the bus of a process that shares its database; the caller disposes it before the database. */
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

/** Opens the event bus: on SQLite for one process, whose events are forgotten with it. */
export async function openEventBus(ctx: RelayContext): Promise<EventBus> {
  return ctx.db.kind === 'sqlite' ? createEventBus(randomBytes(4).toString('hex')) : openRelayedBus(ctx);
}
