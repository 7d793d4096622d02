import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Callbacks of a `NoticeLine`. */
export interface NoticeHandlers {
  readonly onNotice: () => void;
  /** The connection listens now, for the first time or again: earlier notices were missed. */
  readonly onListening: () => void;
  /** The connection broke, or could not be made; the line retries by itself. */
  readonly onFailure: (error: Error) => void;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** For every connection: the system then detects one that a firewall dropped silently. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };
const CONNECT_MS = 10_000;

/** A connection that listens to a channel of PostgreSQL, and reconnects by itself. */
export class NoticeLine implements AsyncDisposable {
  readonly #url: string;
  readonly #channel: string;
  readonly #handlers: NoticeHandlers;
  readonly #stop = new AbortController();
  readonly #work: Promise<void>;

  constructor(url: string, channel: string, handlers: NoticeHandlers) {
    this.#url = url;
    this.#channel = channel;
    this.#handlers = handlers;
    this.#work = this.#stayConnected();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#work;
  }

  async #stayConnected(): Promise<void> {
    const { signal } = this.#stop;
    let pause = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        await this.#listen(() => {
          pause = FIRST_PAUSE_MS;
        });
      } catch (error) {
        this.#handlers.onFailure(error instanceof Error ? error : new Error(String(error)));
      }
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
  }

  async #listen(onListening: () => void): Promise<void> {
    const { signal } = this.#stop;
    const client = new pg.Client({ connectionString: this.#url, connectionTimeoutMillis: CONNECT_MS, ...KEEP_ALIVE });
    const over = new Promise<void>((resolve, reject) => {
      client.once('error', reject);
      client.once('end', () => reject(new Error('The connection for notices was closed')));
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    // It may reject before it is awaited.
    over.catch(() => undefined);
    // An unhandled error event would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      client.on('notification', () => this.#handlers.onNotice());
      await client.query(`listen ${client.escapeIdentifier(this.#channel)}`);
      onListening();
      this.#handlers.onListening();
      await over;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
