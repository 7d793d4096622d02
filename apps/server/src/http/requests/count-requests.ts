import type { Socket } from 'node:net';
import { api, type Endpoint, type RouteName, routes } from '@lectern/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { RequestCounters } from '#metrics/request-counters.ts';
import { countHttp2Bytes } from '../reach/secure-server.ts';
import { routerPath } from './route-facts.ts';

/**
 * Logs one line for each answer. No header and no query, because they contain searches and credentials.
 */
export function logRequests(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    // The level is a setting, so it may change at any time.
    if (!log.isLevelEnabled('info')) {
      done();
      return;
    }
    const { viewer } = request;
    const line = {
      requestId: request.id,
      userId: viewer?.userId ?? null,
      ...(viewer?.apiKey === undefined ? {} : { keyId: viewer.apiKey.id }),
      method: request.method,
      route: request.countedRoute,
      path: request.originalUrl.replace(/\?.*$/s, ''),
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      sentBytes: request.sentBytes,
    };
    log.info(line, 'request answered');
    done();
  });
}

/** Patterns of the contract by the router's patterns. */
const PATTERNS: ReadonlyMap<string, string> = new Map(
  Object.values(routes).map(([, path]) => [routerPath(path), path]),
);

/** Event streams, which last as long as their clients stay. */
const STREAMS: ReadonlySet<string> = new Set(
  Object.entries<Endpoint>(api)
    .filter(([, { answer }]) => answer === 'events')
    .map(([name]) => routerPath(routes[name as RouteName][1])),
);

const BAD_REQUEST = 400;

/** Routes of the catalogs. */
const CATALOG = /^(\/api\/v1)?\/opds(\/|$)/;

/** Routes of the Komga dialect, below its internal prefix. */
const COMPATIBLE = /^\/[.]compat(\/|$)/;

function toPattern(url: string): string {
  if (CATALOG.test(url)) return url.replace(/:(\w+)/g, '{$1}');
  if (COMPATIBLE.test(url)) return url.replace(COMPATIBLE, '/{prefix}/').replace(/:(\w+)/g, '{$1}');
  return PATTERNS.get(url) ?? 'docs';
}

interface CountedRoute {
  /** Our pattern, never an address from a client. */
  readonly pattern: string;
  readonly isStream: boolean;
}

/** By the router's patterns. */
const routesSeen = new Map<string, CountedRoute>();
const WEB: CountedRoute = { pattern: 'web', isStream: false };
const UNKNOWN: CountedRoute = { pattern: 'unknown', isStream: false };

/**
 * How answers of a route are counted.
 * @param url the router's pattern
 */
export function countedRoute(url: string): CountedRoute {
  const seen = routesSeen.get(url);
  if (seen !== undefined) return seen;
  const route = { pattern: toPattern(url), isStream: STREAMS.has(url) };
  routesSeen.set(url, route);
  return route;
}

/** The route of a request. `routeOptions` is slow, so the API routes set `knownRoute`. */
function getCountedRoute(request: FastifyRequest, status: number): CountedRoute {
  if (request.knownRoute !== null) return request.knownRoute;
  const { url } = request.routeOptions;
  if (url === undefined) return status < BAD_REQUEST ? WEB : UNKNOWN;
  return countedRoute(url);
}

/** Bytes sent on each connection before the next answer. */
const writtenBefore = new WeakMap<Socket, number>();

/** Answers on one connection follow each other, so the bytes since the last one belong to this one. */
function sentBytes({ raw }: FastifyRequest, answer: FastifyReply['raw']): number {
  const overHttp2 = countHttp2Bytes(answer);
  if (overHttp2 !== undefined) return overHttp2;
  const { socket } = raw;
  const written = socket.bytesWritten;
  const before = writtenBefore.get(socket) ?? 0;
  writtenBefore.set(socket, written);
  return Math.max(0, written - before);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the answer with its head, once it is sent. */
    sentBytes: number;
    countedRoute: string;
    /** Set by routes of the API. */
    knownRoute: CountedRoute | null;
  }
}

/** Counts every answer, also those that broke off. */
export function countRequests(app: FastifyInstance, counters: RequestCounters): void {
  app.decorateRequest('sentBytes', 0);
  app.decorateRequest('countedRoute', '');
  app.decorateRequest('knownRoute', null);
  app.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
    const { pattern, isStream } = getCountedRoute(request, reply.statusCode);
    request.sentBytes = sentBytes(request, reply.raw);
    request.countedRoute = pattern;
    counters.count({
      method: request.method,
      route: pattern,
      status: reply.statusCode,
      sentBytes: request.sentBytes,
      durationMs: isStream ? undefined : reply.elapsedTime,
    });
    done();
  });
}
