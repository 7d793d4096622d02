import type { ServerResponse } from 'node:http';
import { canReceiveEvent, needsTags, type TagsOf } from '#core/people/can-receive-event.ts';
import type { Viewer } from '#core/viewer.ts';
import type { EventFrame } from '#events/frames.ts';
import type { EventCounters } from '#metrics/counters.ts';

const texts = new WeakMap<EventFrame, string>();

function textOf(frame: EventFrame): string {
  const known = texts.get(frame);
  if (known !== undefined) return known;
  const text = `event: ${frame.name}\nid: ${frame.id}\ndata: ${frame.json}\n\n`;
  texts.set(frame, text);
  return text;
}

function isSame(one: readonly EventFrame[], other: readonly EventFrame[]): boolean {
  return one.length === other.length && one.every((frame, index) => frame === other[index]);
}

/**
 * Makes the bytes of some frames. A thousand clients ask for the same ones after each other: they share one buffer.
 * @returns a function that remembers its last answer
 */
function createFrameBytes(): (frames: readonly EventFrame[]) => Buffer {
  let last: { readonly frames: readonly EventFrame[]; readonly bytes: Buffer } | undefined;
  return (frames) => {
    if (last !== undefined && isSame(last.frames, frames)) return last.bytes;
    const bytes = Buffer.from(frames.map(textOf).join(''));
    last = { frames, bytes };
    return bytes;
  };
}

/** A client that would have more bytes than this waiting reads too slowly and is let go; it comes back with `Last-Event-ID`. */
const MAX_WAITING_BYTES = 524_288;
/** Frames that wait while it is looked up what the client may see now. */
const MAX_HELD = 5_000;

const bytesOf = createFrameBytes();

/** Looks up the sharing tags of what frames are about. */
type LookUpTags = (frames: readonly EventFrame[]) => Promise<TagsOf>;

/** Where it is counted what clients got, and which were let go. */
type Counts = Pick<EventCounters, 'sent' | 'dropped'>;

/** What a client of an event stream takes beside its connection. */
interface EventClientOptions {
  /** Asked only for viewers whom sharing tags limit. */
  readonly lookUp: LookUpTags;
  readonly counts?: Counts;
  readonly toBytes?: (frames: readonly EventFrame[]) => string | Buffer;
}

/** One client of an event stream, and what it may hear. */
export class EventClient {
  readonly #out: ServerResponse;
  readonly #counts: Counts;
  readonly #toBytes: (frames: readonly EventFrame[]) => string | Buffer;
  /** Undefined while it is looked up. */
  #viewer: Viewer | undefined;
  #held: EventFrame[] = [];
  #flushing = false;
  /** True while the tags of some frames are looked up; those that come meanwhile wait for them. */
  #looking = false;
  readonly #lookUp: LookUpTags;

  constructor(
    out: ServerResponse,
    viewer: Viewer,
    { lookUp, counts = { sent: 0, dropped: 0 }, toBytes = bytesOf }: EventClientOptions,
  ) {
    this.#out = out;
    this.#counts = counts;
    this.#lookUp = lookUp;
    this.#viewer = viewer;
    this.#toBytes = toBytes;
  }

  /** True while frames wait that were not handed to the connection yet. */
  get isWaiting(): boolean {
    return this.#held.length > 0 || this.#looking;
  }

  /** Sends a frame with all others of this moment, unless the client may not hear of it. */
  send(frame: EventFrame): void {
    if (this.#viewer !== undefined && !canReceiveEvent(this.#viewer, frame)) return;
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
    if (viewer === undefined || this.#held.length === 0 || this.#looking) return;
    const frames = this.#held.filter((frame) => canReceiveEvent(viewer, frame));
    this.#held = [];
    if (frames.some((frame) => needsTags(viewer, frame))) void this.#sendLookedUp(viewer, frames);
    else this.#sendAll(frames);
  }

  #sendAll(frames: readonly EventFrame[]): void {
    this.#counts.sent += frames.length;
    if (frames.length > 0) this.#push(this.#toBytes(frames));
  }

  /** Sends frames once it is known what they are about; what the viewer sees may be something else by then. */
  async #sendLookedUp(viewer: Viewer, frames: readonly EventFrame[]): Promise<void> {
    this.#looking = true;
    try {
      const tagsOf = await this.#lookUp(frames);
      if (this.#viewer === viewer) this.#sendAll(frames.filter((frame) => canReceiveEvent(viewer, frame, tagsOf)));
      else this.#held = [...frames, ...this.#held];
    } catch {
      // Better nothing than too much: it comes back and asks for what it missed.
      this.#letGo();
    } finally {
      this.#looking = false;
    }
    this.#flush();
  }

  #push(bytes: string | Buffer): void {
    if (this.#out.destroyed) return;
    const waiting = this.#out.writableLength;
    // Who has read everything so far gets whatever there is: after a pause that may be much.
    if (waiting > 0 && waiting + bytes.length > MAX_WAITING_BYTES) this.#letGo();
    else this.#out.write(bytes);
  }
}
