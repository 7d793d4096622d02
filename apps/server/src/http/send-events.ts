import type { StreamName } from '#events/bus.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '#core/viewer.ts';
import type { Context } from '../context.ts';
import { limitHeaders } from './admit.ts';
import { bareHeaders } from './default-headers.ts';
import { EventClient } from './event-client.ts';

/** Frames of one stream of the event bus, for one client: those that its viewer may hear of when they are sent. */
export interface EventStreamAnswer {
  readonly kind: 'events';
  readonly stream: StreamName;
}

const KEEP_ALIVE_MS = 15_000;

/** Every open stream of the process, so that stopping the server can end them. */
export interface OpenStreams {
  readonly add: (end: () => void) => Disposable;
  readonly endAll: () => void;
}

export function createOpenStreams(): OpenStreams {
  const ends = new Set<() => void>();
  return {
    add: (end) => {
      ends.add(end);
      return { [Symbol.dispose]: () => void ends.delete(end) };
    },
    endAll: () => {
      for (const end of ends) end();
    },
  };
}

interface Delivery {
  readonly ctx: Context;
  readonly streams: OpenStreams;
  readonly viewer: Viewer;
  /** Asked at every keep-alive and whenever access changes: who the client is now, undefined when refused. */
  readonly identify: () => Promise<Viewer | undefined>;
}

function begin(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply;
  // The stream ends with its connection: without lengths of chunks a frame is the same bytes for every client.
  raw.useChunkedEncodingByDefault = false;
  raw.shouldKeepAlive = false;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-request-id': request.id,
    ...bareHeaders(),
    ...limitHeaders(reply),
  });
}

/** Keeps the connection and writes frames to it until either side ends it. */
export function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  { stream }: EventStreamAnswer,
  { ctx, streams, viewer, identify }: Delivery,
): void {
  reply.hijack();
  const { raw } = reply;
  begin(request, reply);
  if (request.method === 'HEAD') {
    raw.end();
    return;
  }
  const { events: counts } = ctx.counters;
  const client = new EventClient(raw, viewer, counts);
  counts.clients[stream] += 1;
  const lastEventId = request.headers['last-event-id'];
  const subscription = ctx.events.subscribe(
    stream,
    (frame) => client.send(frame),
    typeof lastEventId === 'string' ? lastEventId : undefined,
  );
  let sentId = subscription.lastId();
  // The first bytes open the stream on the client's side even when nothing happens for long.
  client.write(`retry: 3000\n${client.isWaiting ? '' : `id: ${sentId}\n`}\n`);
  let identifying = Promise.resolve();
  const checkAgain = (after: () => void): void => {
    client.hold();
    identifying = identifying
      .then(async () => {
        const now = await identify();
        if (now === undefined) raw.end();
        else {
          client.resume(now);
          after();
        }
      })
      .catch((error: unknown) => {
        ctx.log.http.error({ err: error }, 'event stream failed');
        raw.destroy();
      });
  };
  const keepAlive = (): void => {
    const id = subscription.lastId();
    // What it may not hear of counts too: after a pause it need not be told that it missed something.
    const place = id === sentId || client.isWaiting ? '' : `id: ${id}\n`;
    if (place !== '') sentId = id;
    client.write(`: keep-alive\n${place}\n`);
  };
  const timer = setInterval(() => checkAgain(keepAlive), KEEP_ALIVE_MS);
  const watch = ctx.access.onForget((userId) => {
    if (userId === viewer.userId) checkAgain(() => undefined);
  });
  const registration = streams.add(() => raw.end());
  raw.on('error', () => raw.destroy());
  raw.once('close', () => {
    counts.clients[stream] -= 1;
    clearInterval(timer);
    for (const held of [subscription, registration, watch]) held[Symbol.dispose]();
  });
}
