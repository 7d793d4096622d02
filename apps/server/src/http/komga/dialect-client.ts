import type { ServerResponse } from 'node:http';
import type { Context } from '#context/context.ts';
import { canReceiveEvent } from '#core/people/can-receive-event.ts';
import { lookUpMarks } from '#core/people/look-up-marks.ts';
import type { Viewer } from '#core/viewer.ts';
import type { EventFrame } from '#events/frames.ts';
import { EventClient } from '../answers/event-client.ts';
import type { StreamClient } from '../answers/send-events.ts';
import { formatEvent, translateEvent, type ViewedEvent } from './translate-events.ts';

/** Events that may wait for a lookup of list members. */
const MAX_WAITING = 1_000;

/** Translations that are the same for every viewer are made once. */
const translated = new WeakMap<EventFrame, EventFrame | ViewedEvent | undefined>();

function translate(frame: EventFrame): EventFrame | ViewedEvent | undefined {
  if (translated.has(frame)) return translated.get(frame);
  const event = translateEvent(frame);
  const found =
    event === undefined || typeof event === 'function'
      ? event
      : { ...frame, name: event.name, json: formatEvent(event) };
  translated.set(frame, found);
  return found;
}

const toBytes = (frames: readonly EventFrame[]): string => frames.map(({ json }) => json).join('');

/** A client of the event stream that reads the dialect. */
export class DialectClient implements StreamClient {
  readonly #ctx: Context;
  readonly #out: ServerResponse;
  readonly #inner: EventClient;
  /** Resolves when the viewer is known. */
  #viewer: Promise<Viewer>;
  #known: (viewer: Viewer) => void = () => undefined;
  /** Counts how often the viewer was identified again. */
  #asked = 0;
  #queue = Promise.resolve();
  #waiting = 0;

  constructor(ctx: Context, out: ServerResponse, viewer: Viewer) {
    this.#ctx = ctx;
    this.#out = out;
    const lookUp = async (frames: readonly EventFrame[]) => lookUpMarks(ctx, frames);
    this.#inner = new EventClient(out, viewer, { counts: ctx.counters.events, toBytes, lookUp });
    this.#viewer = Promise.resolve(viewer);
  }

  get isWaiting(): boolean {
    return this.#waiting > 0 || this.#inner.isWaiting;
  }

  send(frame: EventFrame): void {
    // The dialect cannot say that events were missed. A client that reconnects loads all again.
    if (frame.name === 'stream_reset') {
      this.#out.end();
      return;
    }
    const found = translate(frame);
    if (found === undefined) return;
    if (typeof found !== 'function' && this.#waiting === 0) this.#inner.send(found);
    else this.#sendInOrder(frame, found);
  }

  hold(): void {
    this.#asked += 1;
    this.#inner.hold();
    this.#viewer = new Promise((resolve) => {
      this.#known = resolve;
    });
  }

  resume(viewer: Viewer): void {
    this.#inner.resume(viewer);
    this.#known(viewer);
    this.#viewer = Promise.resolve(viewer);
  }

  write(text: string): void {
    this.#inner.write(text);
  }

  /** Keeps the order of events while one waits for a lookup. */
  #sendInOrder(frame: EventFrame, found: EventFrame | ViewedEvent): void {
    this.#waiting += 1;
    if (this.#waiting > MAX_WAITING) {
      this.#ctx.counters.events.dropped += 1;
      this.#out.destroy();
      return;
    }
    this.#queue = this.#queue
      .then(async () => {
        if (this.#out.destroyed) return;
        if (typeof found === 'function') await this.#sendViewed(frame, found);
        else this.#inner.send(found);
      })
      .catch((error: unknown) => {
        this.#ctx.log.http.error({ err: error }, 'event stream failed');
        this.#out.destroy();
      })
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  async #sendViewed(frame: EventFrame, view: ViewedEvent): Promise<void> {
    for (;;) {
      const viewer = await this.#viewer;
      const asked = this.#asked;
      if (!canReceiveEvent(viewer, frame, await lookUpMarks(this.#ctx, [frame]))) return;
      const event = await view(this.#ctx, viewer);
      // The viewer may see less by now, so the lookup is repeated.
      if (asked !== this.#asked) continue;
      this.#inner.write(formatEvent(event));
      return;
    }
  }
}
