import type { ServerResponse } from 'node:http';
import { api } from '@lectern/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#context/context.ts';
import { getTaskStats } from '#core/activities/tasks/tasks.ts';
import { canReceiveEvent } from '#core/people/can-receive-event.ts';
import { lookUpTags } from '#core/people/sharing-tags.ts';
import type { Viewer } from '#core/viewer.ts';
import type { EventFrame } from '#events/frames.ts';
import { EventClient } from '../answers/event-client.ts';
import { type OpenStreams, sendEvents, type StreamClient } from '../answers/send-events.ts';
import { admit } from '../people/admit.ts';
import { authenticateApp, identifyAppAgain } from './authenticate.ts';
import { type DialectEvent, textOfEvent, translateEvent, type ViewedEvent } from './translate-events.ts';

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
class DialectClient implements StreamClient {
  readonly #ctx: Context;
  readonly #out: ServerResponse;
  readonly #inner: EventClient;
  /** Who it is, once that is known. */
  #viewer: Promise<Viewer>;
  #known: (viewer: Viewer) => void = () => undefined;
  /** Grows whenever it is asked again who it is. */
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
    // The dialect knows no way to say that something was missed; clients that come back load all again.
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
      if (!canReceiveEvent(viewer, frame, await lookUpTags(this.#ctx, [frame]))) return;
      const event = await view(this.#ctx, viewer);
      // Looked up for eyes that may see less by now.
      if (asked !== this.#asked) continue;
      this.#inner.write(textOfEvent(event));
      return;
    }
  }
}

const PATH = '/sse/v1/events';
const ENDPOINT = api.streamEvents;
const TASKS_MS = 10_000;

/** How much background work there is left, as administrators are told. */
async function queueText(ctx: Context, viewer: Viewer): Promise<string> {
  const { byType } = await getTaskStats(ctx, viewer);
  const left = Object.entries(byType).map(([type, { pending, running }]) => [type, pending + running] as const);
  const countByType = Object.fromEntries(left.filter(([, count]) => count > 0));
  const count = left.reduce((sum, [, ofType]) => sum + ofType, 0);
  return textOfEvent({ name: 'TaskQueueStatus', fields: { count, countByType } });
}

/** Tells those who administer the server of its work, until the stream ends. */
function tellOfTasks(ctx: Context, { raw }: FastifyReply, client: StreamClient, viewer: () => Viewer): void {
  let isAsking = false;
  const tell = async (): Promise<void> => {
    if (isAsking || !viewer().permissions.has('SystemAdmin')) return;
    isAsking = true;
    try {
      client.write(await queueText(ctx, viewer()));
    } catch (error) {
      ctx.log.http.error({ err: error }, 'event stream failed');
      raw.destroy();
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(() => void tell(), TASKS_MS);
  raw.once('close', () => clearInterval(timer));
  void tell();
}

function stream(ctx: Context, streams: OpenStreams, request: FastifyRequest, reply: FastifyReply): void {
  const { viewer } = request;
  if (viewer === null) throw new Error('Events need a signed-in user');
  let current = viewer;
  let opened: StreamClient | undefined;
  sendEvents(
    request,
    reply,
    { kind: 'events', stream: 'entity' },
    {
      ctx,
      streams,
      viewer,
      identify: async () => {
        const now = await identifyAppAgain(ctx, request);
        if (now === undefined || !now.permissions.has('LibrariesRead')) return undefined;
        current = now;
        return now;
      },
      form: {
        client: (out, first) => {
          opened = new DialectClient(ctx, out, first);
          return opened;
        },
        greeting: ': welcome\n\n',
        keepAlive: ': keep-alive\n\n',
        farewell: textOfEvent({ name: 'SessionExpired', fields: { userId: viewer.userId } }),
      },
    },
  );
  if (opened !== undefined) tellOfTasks(ctx, reply, opened, () => current);
}

/** Opens the stream of events, by which apps keep what they show in step. */
export function openEvents(door: FastifyInstance, ctx: Context, streams: OpenStreams): void {
  door.route({
    method: ['GET', 'HEAD'],
    url: PATH,
    onRequest: async (request, reply) => admit(ctx, request, reply, { ...ENDPOINT, authenticate: authenticateApp }),
    handler: (request, reply) => {
      stream(ctx, streams, request, reply);
      return reply;
    },
  });
}
