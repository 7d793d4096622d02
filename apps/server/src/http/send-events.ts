import type { StreamName, EventFrame } from '#events/bus.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';

/** Frames of one stream of the event bus, for one client. */
export interface EventStreamAnswer {
  readonly kind: 'events';
  readonly stream: StreamName;
  /** Frames that this viewer may not see are left out. */
  readonly accepts?: (frame: EventFrame) => boolean;
}

const KEEP_ALIVE_MS = 15_000;
/** A client that has this many bytes waiting reads too slowly and is let go; it comes back with `Last-Event-ID`. */
const MAX_WAITING_BYTES = 1_048_576;

const texts = new WeakMap<EventFrame, string>();

/** The frame as it goes out: made once, however many clients listen. */
function textOf(frame: EventFrame): string {
  const known = texts.get(frame);
  if (known !== undefined) return known;
  const text = `event: ${frame.name}\nid: ${frame.id}\ndata: ${frame.json}\n\n`;
  texts.set(frame, text);
  return text;
}

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
  /** Asked at every keep-alive: whether the credential that opened the stream still counts. */
  readonly stillAllowed: () => Promise<boolean>;
}

/** Keeps the connection and writes frames to it until either side ends it. */
export function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: EventStreamAnswer,
  { ctx, streams, stillAllowed }: Delivery,
): void {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'x-request-id': request.id,
  });
  if (request.method === 'HEAD') {
    raw.end();
    return;
  }
  const write = (text: string): void => {
    if (raw.writableLength > MAX_WAITING_BYTES) raw.destroy();
    else raw.write(text);
  };
  const lastEventId = request.headers['last-event-id'];
  // The first bytes open the stream on the client's side even when nothing happens for long.
  write('retry: 3000\n\n');
  const subscription = ctx.events.subscribe(
    answer.stream,
    (frame) => {
      if (answer.accepts?.(frame) !== false) write(textOf(frame));
    },
    typeof lastEventId === 'string' ? lastEventId : undefined,
  );
  const keepAlive = async (): Promise<void> => {
    if (await stillAllowed()) write(': keep-alive\n\n');
    else raw.end();
  };
  const timer = setInterval(() => {
    keepAlive().catch((error: unknown) => {
      ctx.log.http.error({ err: error }, 'event stream failed');
      raw.destroy();
    });
  }, KEEP_ALIVE_MS);
  const registration = streams.add(() => raw.end());
  raw.on('error', () => raw.destroy());
  raw.once('close', () => {
    clearInterval(timer);
    subscription[Symbol.dispose]();
    registration[Symbol.dispose]();
  });
}
