import { randomBytes } from 'node:crypto';
import type { EventFrame } from '#events/frames.ts';
import type { EventSubscription } from '#events/bus.ts';
import { toLogEntry } from './log-entry.ts';

/** A line of the log in memory. */
export interface KeptLine {
  readonly number: number;
  /** One JSON object, redacted. */
  readonly json: string;
}

/** Limits of the lines in memory. */
export interface RingLimits {
  readonly maxLines: number;
  /** Characters of all lines. */
  readonly maxChars: number;
}

const LIMITS: RingLimits = { maxLines: 5_000, maxChars: 4_000_000 };
/** A longer line would push out too many others. */
const MAX_LINE = 20_000;

/** The latest lines of the log of this process, and those who follow it. */
export class LogRing {
  readonly #epoch = randomBytes(6).toString('hex');
  readonly #limits: RingLimits;
  readonly #listeners = new Set<(frame: EventFrame) => void>();
  #lines: KeptLine[] = [];
  #start = 0;
  #chars = 0;
  #latest = 0;

  constructor(limits: RingLimits = LIMITS) {
    this.#limits = limits;
  }

  /** Keeps a redacted line. */
  push(text: string): void {
    const json = text.trimEnd();
    if (json.length > MAX_LINE || !json.startsWith('{')) return;
    this.#latest += 1;
    const line = { number: this.#latest, json };
    this.#lines.push(line);
    this.#chars += json.length;
    this.#drop();
    if (this.#listeners.size === 0) return;
    const frame = this.#toFrame(line);
    for (const listen of this.#listeners) listen(frame);
  }

  /** Lines in memory, the latest first. */
  *latestFirst(): Generator<KeptLine & { readonly id: string }> {
    for (let index = this.#lines.length - 1; index >= this.#start; index -= 1) {
      const line = this.#lines[index];
      if (line !== undefined) yield { ...line, id: this.#name(line.number) };
    }
  }

  /** Id of the latest line. */
  lastId(): string {
    return this.#name(this.#latest);
  }

  /** As the event bus: every later line, after the missed ones; `stream_reset` when some of them are gone. */
  subscribe(listen: (frame: EventFrame) => void, lastEventId?: string): EventSubscription {
    if (lastEventId !== undefined) for (const frame of this.#listMissed(lastEventId)) listen(frame);
    const own = (frame: EventFrame): void => listen(frame);
    this.#listeners.add(own);
    return {
      lastId: () => this.lastId(),
      [Symbol.dispose]: () => void this.#listeners.delete(own),
    };
  }

  #name(number: number): string {
    return `${this.#epoch}-${String(number)}`;
  }

  #toFrame({ number, json }: KeptLine): EventFrame {
    const id = this.#name(number);
    const entry = JSON.stringify(toLogEntry(id, json));
    return { id, stream: 'log', name: 'log_line', json: entry, kind: 'permission', permission: 'SystemAdmin' };
  }

  #listMissed(lastEventId: string): readonly EventFrame[] {
    const [epoch, digits] = lastEventId.split('-');
    const number = Number(digits);
    const kept = this.#lines.slice(this.#start);
    const first = kept[0]?.number ?? this.#latest + 1;
    if (epoch === this.#epoch && number >= first - 1 && number <= this.#latest) {
      return kept.filter((line) => line.number > number).map((line) => this.#toFrame(line));
    }
    const json = JSON.stringify({ type: 'stream_reset', timestamp: new Date().toISOString() });
    return [{ id: this.#name(this.#latest), stream: 'log', name: 'stream_reset', json, kind: 'everyone' }];
  }

  #drop(): void {
    const { maxLines, maxChars } = this.#limits;
    while (this.#lines.length - this.#start > maxLines || this.#chars > maxChars) {
      this.#chars -= this.#lines[this.#start]?.json.length ?? 0;
      this.#start += 1;
    }
    // Cut when half is dropped: each cut copies the rest.
    if (this.#start <= this.#lines.length / 2) return;
    this.#lines = this.#lines.slice(this.#start);
    this.#start = 0;
  }
}
