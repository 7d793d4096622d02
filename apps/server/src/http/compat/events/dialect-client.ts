import type { ServerResponse } from 'node:http';
import { lookUpTags } from '#core/sharing/look-up-tags.ts';
import { mayHear } from '#core/users/may-hear.ts';
import type { Viewer } from '#core/viewer.ts';
import type { EventFrame } from '#events/bus.ts';
import type { Context } from '../../../context.ts';
import { EventClient } from '../../answers/event-client.ts';
import type { StreamClient } from '../../answers/send-events.ts';
import { type DialectEvent, textOfEvent, translateEvent, type ViewedEvent } from './translate.ts';

/** Events that wait until it is looked up what is in a list. */
const MAX_WAITING = 1_000;

/** What is the same for every viewer is translated once. */
const translated = new WeakMap<EventFrame, EventFrame | ViewedEvent | undefined>();

function framed(frame: EventFrame, event: DialectEvent): EventFrame {
  return { ...frame, name: event.name, json: textOfEvent(event) };
}

function translate(frame: EventFrame): EventFrame | ViewedEvent | undefined {
  if (translated.has(frame)) return translated.get(frame);
  const event = translateEvent(frame);
  const found = event === undefined || typeof event === 'function' ? event : framed(frame, event);
  translated.set(frame, found);
  return found;
}

const textOf = (frames: readonly EventFrame[]): string => frames.map(({ json }) => json).join('');

/** A client of the stream that reads the dialect. */
export class DialectClient implements StreamClient {
  readonly #ctx: Context;
  readonly #out: ServerResponse;
  readonly #inner: EventClient;
  /** Who it is, once that is known. */
  #viewer: Promise<Viewer>;
  #known: (viewer: Viewer) => void = () => undefined;
  /** Grows whenever it is asked anew who it is. */
  #asked = 0;
  #queue = Promise.resolve();
  #waiting = 0;

  constructor(ctx: Context, out: ServerResponse, viewer: Viewer) {
    this.#ctx = ctx;
    this.#out = out;
    const lookUp = async (frames: readonly EventFrame[]) => lookUpTags(ctx, frames);
    this.#inner = new EventClient(out, viewer, { counts: ctx.counters.events, toBytes: textOf, lookUp });
    this.#viewer = Promise.resolve(viewer);
  }

  get isWaiting(): boolean {
    return this.#waiting > 0 || this.#inner.isWaiting;
  }

  send(frame: EventFrame): void {
    // The dialect knows no way to say that something was missed; clients that come back load all anew.
    if (frame.name === 'stream_reset') {
      this.#out.end();
      return;
    }
    const found = translate(frame);
    if (found === undefined) return;
    if (typeof found !== 'function' && this.#waiting === 0) this.#inner.send(found);
    else this.#sendInTurn(frame, found);
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

  /** Events keep their order, also where one has to be looked up. */
  #sendInTurn(frame: EventFrame, found: EventFrame | ViewedEvent): void {
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
      if (!mayHear(viewer, frame, await lookUpTags(this.#ctx, [frame]))) return;
      const event = await view(this.#ctx, viewer);
      // Looked up for eyes that may see less by now.
      if (asked !== this.#asked) continue;
      this.#inner.write(textOfEvent(event));
      return;
    }
  }
}
