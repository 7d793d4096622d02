import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A connection of its own on which PostgreSQL says that something was committed. It connects again by itself. */
export type NoticeLine = AsyncDisposable;

/** What is done about notices. */
export interface NoticeHandlers {
  /** Something was said on the channel. */
  readonly onNotice: () => void;
  /** It listens now, for the first time or again: what was said before went unheard. */
  readonly onListening: () => void;
  /** The connection broke, or could not be made; the next try follows by itself. */
  readonly onFailure: (error: Error) => void;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** Of every connection: one that a firewall dropped in silence is found out by the system. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };
const CONNECT_MS = 10_000;

class Line implements NoticeLine {
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

  /** Resolves when it is stopped, rejects when the connection breaks. */
  async #listen(onListening: () => void): Promise<void> {
    const { signal } = this.#stop;
    const client = new pg.Client({ connectionString: this.#url, connectionTimeoutMillis: CONNECT_MS, ...KEEP_ALIVE });
    const over = new Promise<void>((resolve, reject) => {
      client.once('error', reject);
      client.once('end', () => reject(new Error('The connection for notices was closed')));
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    // It may fail before a caller awaits it.
    over.catch(() => undefined);
    // An error after the first says nothing new, and would end the process without a listener.
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

/** Starts to listen; the caller disposes it. */
export function openNoticeLine(url: string, channel: string, handlers: NoticeHandlers): NoticeLine {
  return new Line(url, channel, handlers);
}
