import type { ServerResponse } from 'node:http';
import type { I18n } from '@lingui/core';
import { canReceiveEvent, needsMarks, type FindMarks } from '#core/people/can-receive-event.ts';
import type { Viewer } from '#core/viewer.ts';
import type { EventFrame } from '#events/frames.ts';
import type { EventCounters } from '#metrics/counters.ts';
import { ENGLISH, runWithWords } from '#words/say.ts';
import { hasStored, parseStored } from '#words/stored-message.ts';
import { cutConnection } from '../reach/secure-server.ts';

const texts = new WeakMap<EventFrame, Map<I18n, string>>();

/** The text of a frame in a language. Texts of tasks are stored as messages; most frames have none. */
function encodeFrame(frame: EventFrame, asked: I18n): string {
  const isSaid = hasStored(frame.json);
  const words = isSaid ? asked : ENGLISH;
  const known = texts.get(frame) ?? new Map<I18n, string>();
  texts.set(frame, known);
  const text = known.get(words);
  if (text !== undefined) return text;
  const json = isSaid ? runWithWords(words, () => JSON.stringify(parseStored(frame.json))) : frame.json;
  const encoded = `event: ${frame.name}\nid: ${frame.id}\ndata: ${json}\n\n`;
  known.set(words, encoded);
  return encoded;
}

function isSame(one: readonly EventFrame[], other: readonly EventFrame[]): boolean {
  return one.length === other.length && one.every((frame, index) => frame === other[index]);
}

type EncodeFrames = (frames: readonly EventFrame[], words: I18n) => string | Buffer;

/** Encodes frames. Many clients get the same frames one after another, so the last buffer is shared. */
function createFrameBytes(): EncodeFrames {
  let last: { readonly frames: readonly EventFrame[]; readonly words: I18n; readonly bytes: Buffer } | undefined;
  return (frames, words) => {
    if (last?.words === words && isSame(last.frames, frames)) return last.bytes;
    const bytes = Buffer.from(frames.map((frame) => encodeFrame(frame, words)).join(''));
    last = { frames, words, bytes };
    return bytes;
  };
}

/** A client with more unread bytes is disconnected; it reconnects with `Last-Event-ID`. */
const MAX_WAITING_BYTES = 524_288;
/** Frames held while the rights of the client are looked up. */
const MAX_HELD = 5_000;

const encodeFrames = createFrameBytes();

type LookUpMarks = (frames: readonly EventFrame[]) => Promise<FindMarks>;

type Counts = Pick<EventCounters, 'sent' | 'dropped'>;

interface EventClientOptions {
  /** Looks up sharing tags and ages. Called only for viewers whom they limit. */
  readonly lookUp: LookUpMarks;
  readonly counts?: Counts;
  readonly toBytes?: EncodeFrames;
  /** The language of the client. Default: English. */
  readonly words?: I18n;
}

/** One client of an event stream. It gets only frames that its viewer may receive. */
export class EventClient {
  readonly #out: ServerResponse;
  readonly #counts: Counts;
  readonly #toBytes: EncodeFrames;
  readonly #words: I18n;
  /** Undefined while it is identified again. */
  #viewer: Viewer | undefined;
  #held: EventFrame[] = [];
  #flushing = false;
  /** True while tags are looked up. Later frames wait. */
  #looking = false;
  readonly #lookUp: LookUpMarks;

  constructor(
    out: ServerResponse,
    viewer: Viewer,
    { lookUp, counts = { sent: 0, dropped: 0 }, toBytes = encodeFrames, words = ENGLISH }: EventClientOptions,
  ) {
    this.#out = out;
    this.#counts = counts;
    this.#lookUp = lookUp;
    this.#viewer = viewer;
    this.#toBytes = toBytes;
    this.#words = words;
  }

  /** Whether frames wait that were not written yet. */
  get isWaiting(): boolean {
    return this.#held.length > 0 || this.#looking;
  }

  /** Sends a frame, in one write with others of the same tick, if the viewer may receive it. */
  send(frame: EventFrame): void {
    if (this.#viewer !== undefined && !canReceiveEvent(this.#viewer, frame)) return;
    this.#held.push(frame);
    if (this.#held.length > MAX_HELD) this.#letGo();
    else this.#flushSoon();
  }

  /** Holds frames until `resume`. */
  hold(): void {
    this.#viewer = undefined;
  }

  /** Continues as this viewer, with the frames that were held. */
  resume(viewer: Viewer): void {
    this.#viewer = viewer;
    this.#flush();
  }

  write(text: string): void {
    this.#push(text);
  }

  /** Disconnects the client and discards unsent bytes, those of the system too. */
  #letGo(): void {
    this.#counts.dropped += 1;
    cutConnection(this.#out);
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
    if (frames.some((frame) => needsMarks(viewer, frame))) void this.#sendLookedUp(viewer, frames);
    else this.#sendAll(frames);
  }

  #sendAll(frames: readonly EventFrame[]): void {
    this.#counts.sent += frames.length;
    if (frames.length > 0) this.#push(this.#toBytes(frames, this.#words));
  }

  /** Sends frames after the lookup of their tags. The viewer may have changed meanwhile. */
  async #sendLookedUp(viewer: Viewer, frames: readonly EventFrame[]): Promise<void> {
    this.#looking = true;
    try {
      const findMarks = await this.#lookUp(frames);
      if (this.#viewer === viewer) this.#sendAll(frames.filter((frame) => canReceiveEvent(viewer, frame, findMarks)));
      else this.#held = [...frames, ...this.#held];
    } catch {
      // Better no frames than forbidden ones: the client reconnects and asks for missed frames.
      this.#letGo();
    } finally {
      this.#looking = false;
    }
    this.#flush();
  }

  #push(bytes: string | Buffer): void {
    if (this.#out.destroyed) return;
    const waiting = this.#out.writableLength;
    // A client that has read everything gets all frames, even many after a pause.
    if (waiting > 0 && waiting + bytes.length > MAX_WAITING_BYTES) this.#letGo();
    else this.#out.write(bytes);
  }
}
