import type { ServerResponse } from 'node:http';
import { mayHear } from '#core/users/may-hear.ts';
import type { Viewer } from '#core/viewer.ts';
import type { EventFrame } from '#events/bus.ts';
import type { EventCounters } from '#metrics/counters.ts';
import { createFrameBytes } from './frame-text.ts';

/** A client that would have more bytes than this waiting reads too slowly and is let go; it comes back with `Last-Event-ID`. */
const MAX_WAITING_BYTES = 524_288;
/** Frames that wait while it is looked up what the client may see now. */
const MAX_HELD = 5_000;

const bytesOf = createFrameBytes();

/** Where it is counted what clients got, and which were let go. */
type Counts = Pick<EventCounters, 'sent' | 'dropped'>;

/** One client of an event stream, and what it may hear. */
export class EventClient {
  readonly #out: ServerResponse;
  readonly #counts: Counts;
  /** Undefined while it is looked up. */
  #viewer: Viewer | undefined;
  #held: EventFrame[] = [];
  #flushing = false;

  constructor(out: ServerResponse, viewer: Viewer, counts: Counts = { sent: 0, dropped: 0 }) {
    this.#out = out;
    this.#counts = counts;
    this.#viewer = viewer;
  }

  /** True while frames wait that were not handed to the connection yet. */
  get isWaiting(): boolean {
    return this.#held.length > 0;
  }

  /** Sends a frame with all others of this moment, unless the client may not hear of it. */
  send(frame: EventFrame): void {
    if (this.#viewer !== undefined && !mayHear(this.#viewer, frame)) return;
    this.#held.push(frame);
    if (this.#held.length > MAX_HELD) this.#letGo();
    else this.#flushSoon();
  }

  /** Nothing goes out until it is known what the client may see now. */
  hold(): void {
    this.#viewer = undefined;
  }

  /** Goes on as this viewer, with what was held back meanwhile. */
  resume(viewer: Viewer): void {
    this.#viewer = viewer;
    this.#flush();
  }

  /** Sends text that is no frame. */
  write(text: string): void {
    this.#push(text);
  }

  /** What waits is thrown away at once, by the system too. */
  #letGo(): void {
    this.#counts.dropped += 1;
    this.#out.socket?.resetAndDestroy();
    this.#out.destroy();
  }

  #flushSoon(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    queueMicrotask(() => {
      this.#flushing = false;
      this.#flush();
    });
  }

  #flush(): void {
    const viewer = this.#viewer;
    if (viewer === undefined || this.#held.length === 0) return;
    const frames = this.#held.filter((frame) => mayHear(viewer, frame));
    this.#held = [];
    this.#counts.sent += frames.length;
    if (frames.length > 0) this.#push(bytesOf(frames));
  }

  #push(bytes: string | Buffer): void {
    if (this.#out.destroyed) return;
    const waiting = this.#out.writableLength;
    // Who has read everything so far gets whatever there is: after a pause that may be much.
    if (waiting > 0 && waiting + bytes.length > MAX_WAITING_BYTES) this.#letGo();
    else this.#out.write(bytes);
  }
}
