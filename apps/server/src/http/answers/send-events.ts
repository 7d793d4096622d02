import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#context/context.ts';
import { AppError } from '#core/errors.ts';
import { clientAddress } from '#core/people/client-address.ts';
import { lookUpMarks } from '#core/people/look-up-marks.ts';
import { dependsOn, getPayer, sightName, type Viewer } from '#core/viewer.ts';
import type { EventFrame } from '#events/frames.ts';
import type { EventSubscription } from '#events/bus.ts';
import { ENGLISH, mark, say } from '#words/say.ts';
import { apiHeaders } from './default-headers.ts';
import { EventClient } from './event-client.ts';

interface StreamOwner {
  readonly userId: string;
  readonly ip: string;
}

/** The open streams of the process, with their limits. */
export interface OpenStreams {
  /**
   * Reserves a stream until it is disposed.
   * @throws {AppError} `rate_limit_exceeded` at the limit of the user, their address or the server
   */
  readonly take: (owner: StreamOwner, end: () => void) => Disposable;
  readonly endAll: () => void;
}

interface StreamLimits {
  readonly perUser: number;
  readonly perAddress: number;
  readonly inAll: number;
  /** Whether many clients may share an address. */
  readonly isShared: (ip: string) => boolean;
}

/** By then the stream of a closed tab has ended. */
const RETRY_SECONDS = 10;

/** @param message a marked one with `{count}` */
function refusal(message: string, most: number): AppError {
  const details = { retryAfter: RETRY_SECONDS };
  return new AppError('rate_limit_exceeded', say(message, { count: most }), { details });
}

function createTally() {
  const counts = new Map<string, number>();
  return {
    of: (name: string): number => counts.get(name) ?? 0,
    add: (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1),
    remove: (name: string): void => {
      const left = (counts.get(name) ?? 1) - 1;
      if (left > 0) counts.set(name, left);
      else counts.delete(name);
    },
  };
}

export function createOpenStreams({ perUser, perAddress, inAll, isShared }: StreamLimits): OpenStreams {
  const streams = new Set<{ readonly end: () => void }>();
  const users = createTally();
  const addresses = createTally();
  return {
    take: ({ userId, ip }, end) => {
      const address = clientAddress(ip);
      if (users.of(userId) >= perUser)
        throw refusal(
          mark('You have {count} event streams open, and no more are possible. Close one, and try again'),
          perUser,
        );
      if (!isShared(ip) && addresses.of(address) >= perAddress)
        throw refusal(
          mark('Your address has {count} event streams open, and no more are possible. Close one, and try again'),
          perAddress,
        );
      if (streams.size >= inAll)
        throw refusal(
          mark('The server has {count} event streams open, and no more are possible. Try again later'),
          inAll,
        );
      const stream = { end };
      streams.add(stream);
      users.add(userId);
      addresses.add(address);
      return {
        [Symbol.dispose]: () => {
          if (!streams.delete(stream)) return;
          users.remove(userId);
          addresses.remove(address);
        },
      };
    },
    endAll: () => {
      for (const { end } of streams) end();
    },
  };
}

/** An answer that streams the frames of the event bus that the viewer may receive. */
export interface EventStreamAnswer {
  readonly kind: 'events';
  readonly stream: EventFrame['stream'];
  /** Start after this event, for clients that cannot send `Last-Event-ID`. */
  readonly lastEventId?: string | undefined;
}

const KEEP_ALIVE_MS = 15_000;

/** The client of a stream. */
export type StreamClient = Pick<EventClient, 'isWaiting' | 'send' | 'hold' | 'resume' | 'write'>;

/** The format of a stream in a dialect. */
interface StreamForm {
  readonly client: (out: ServerResponse, viewer: Viewer) => StreamClient;
  readonly greeting: string;
  readonly keepAlive: string;
  /** Last bytes for a client that is no longer admitted. */
  readonly farewell: string;
}

interface Delivery {
  readonly ctx: Context;
  readonly streams: OpenStreams;
  readonly viewer: Viewer;
  /** Identifies the viewer again, at every keep-alive and after changes of access; undefined when refused. */
  readonly identify: () => Promise<Viewer | undefined>;
  /** Absent for the main API, whose clients can resume. */
  readonly form?: StreamForm;
}

/** Cookies set on the reply, which the stream skips. */
function cookieHeader(reply: FastifyReply): Readonly<Record<string, string | string[]>> {
  const lines = reply.getHeader('set-cookie');
  return typeof lines === 'string' || Array.isArray(lines) ? { 'set-cookie': lines } : {};
}

function begin(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply;
  // No chunked encoding, so that a frame is the same bytes for every client. The stream ends with its connection.
  raw.useChunkedEncodingByDefault = false;
  raw.shouldKeepAlive = false;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    ...cookieHeader(reply),
    ...apiHeaders(request),
  });
}

interface Pulse {
  readonly greeting: string;
  readonly beat: () => string;
}

/** The first bytes and the keep-alive. Clients of the main API also get the last event id, from which they can resume. */
function makePulse(client: StreamClient, subscription: EventSubscription, form: StreamForm | undefined): Pulse {
  if (form !== undefined) return { greeting: form.greeting, beat: () => form.keepAlive };
  let sentId = subscription.lastId();
  return {
    greeting: `retry: 3000\n${client.isWaiting ? '' : `id: ${sentId}\n`}\n`,
    beat: () => {
      const id = subscription.lastId();
      // Events that the client may not receive count too, so that it need not be reset after a pause.
      const place = id === sentId || client.isWaiting ? '' : `id: ${id}\n`;
      if (place !== '') sentId = id;
      return `: keep-alive\n${place}\n`;
    },
  };
}

/** The event that makes a client load everything again, because its sight changed. */
function makeResetFrame(stream: EventFrame['stream'], subscription: EventSubscription): EventFrame {
  const json = JSON.stringify({ type: 'stream_reset', timestamp: new Date().toISOString() });
  return { id: subscription.lastId(), stream, name: 'stream_reset', json, kind: 'everyone' };
}

/** Writes frames until either side ends the connection. */
function follow(
  request: FastifyRequest,
  raw: ServerResponse,
  { stream, lastEventId: asked }: EventStreamAnswer,
  { ctx, place, viewer, identify, form }: Delivery & { readonly place: Disposable },
): void {
  const { events: counts } = ctx.counters;
  const client: StreamClient =
    form?.client(raw, viewer) ??
    new EventClient(raw, viewer, {
      counts,
      words: request.words ?? ENGLISH,
      lookUp: async (frames) => lookUpMarks(ctx, frames),
    });
  counts.clients[stream] += 1;
  // `Last-Event-ID` is newer than the id in the address.
  const seen = form === undefined ? request.headers['last-event-id'] : undefined;
  const from = typeof seen === 'string' ? seen : asked;
  const send = (frame: EventFrame): void => client.send(frame);
  const subscription = stream === 'log' ? ctx.logRing.subscribe(send, from) : ctx.events.subscribe(stream, send, from);
  const pulse = makePulse(client, subscription, form);
  // The first bytes open the stream for the client even without events.
  client.write(pulse.greeting);
  let identifying = Promise.resolve();
  let present = viewer;
  const checkAgain = (after: () => void): void => {
    client.hold();
    identifying = identifying
      .then(async () => {
        const now = await identify();
        if (now === undefined) raw.end(form?.farewell);
        else {
          client.resume(now);
          if (sightName(now) !== sightName(present)) client.send(makeResetFrame(stream, subscription));
          present = now;
          after();
        }
      })
      .catch((error: unknown) => {
        ctx.log.http.error({ err: error }, 'event stream failed');
        raw.destroy();
      });
  };
  const timer = setInterval(() => checkAgain(() => client.write(pulse.beat())), KEEP_ALIVE_MS);
  const watch = ctx.access.onForget((userId) => {
    if (dependsOn(present, userId)) checkAgain(() => undefined);
  });
  const rules = ctx.access.onRules(() => checkAgain(() => undefined));
  raw.on('error', () => raw.destroy());
  raw.once('close', () => {
    counts.clients[stream] -= 1;
    clearInterval(timer);
    for (const held of [subscription, place, watch, rules]) held[Symbol.dispose]();
  });
}

/**
 * Streams events on the connection until either side ends it.
 * @throws {AppError} `rate_limit_exceeded`
 */
export function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: EventStreamAnswer,
  delivery: Delivery,
): void {
  const { raw } = reply;
  // The client left during the identification, so `close` will not be emitted again.
  if (raw.destroyed) {
    reply.hijack();
    return;
  }
  if (request.method === 'HEAD') {
    reply.hijack();
    begin(request, reply);
    raw.end();
    return;
  }
  const { streams, viewer } = delivery;
  const place = streams.take({ userId: getPayer(viewer), ip: request.ip }, () => raw.end());
  reply.hijack();
  begin(request, reply);
  follow(request, raw, answer, { ...delivery, place });
}
