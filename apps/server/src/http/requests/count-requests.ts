import type { Socket } from 'node:net';
import { api, type Endpoint, type RouteName, routes } from '@lectern/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { RequestCounters } from '#metrics/request-counters.ts';
import { routerPath } from './route-facts.ts';

/**
 * One line for each answer: what was asked, by whom, and what it cost. No header and no query: these hold what people look for,
 * and what they sign in with.
 */
export function logRequests(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    // The level is a setting: it may be another one with every request.
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

/** Patterns of the contract by the router's words for them. */
const PATTERNS: ReadonlyMap<string, string> = new Map(
  Object.values(routes).map(([, path]) => [routerPath(path), path]),
);

/** Routes whose answers last as long as their clients like. */
const STREAMS: ReadonlySet<string> = new Set(
  Object.entries<Endpoint>(api)
    .filter(([, { answer }]) => answer === 'events')
    .map(([name]) => routerPath(routes[name as RouteName][1])),
);

const BAD_REQUEST = 400;

/** Routes of the catalogs, which are in no contract. */
const CATALOG = /^(\/api\/v1)?\/opds(\/|$)/;

/** Routes of the compatible API, wherever it lies at the moment. */
const COMPATIBLE = /^\/[.]compat(\/|$)/;

function patternOf(url: string): string {
  if (CATALOG.test(url)) return url.replace(/:(\w+)/g, '{$1}');
  if (COMPATIBLE.test(url)) return url.replace(COMPATIBLE, '/{prefix}/').replace(/:(\w+)/g, '{$1}');
  return PATTERNS.get(url) ?? 'docs';
}

/** How answers of a route are counted. */
interface CountedRoute {
  /** A pattern of ours, never an address that a client made up. */
  readonly pattern: string;
  readonly isStream: boolean;
}

/** By the router's words for them: as many as there are routes. */
const routesSeen = new Map<string, CountedRoute>();
const WEB: CountedRoute = { pattern: 'web', isStream: false };
const UNKNOWN: CountedRoute = { pattern: 'unknown', isStream: false };

/**
 * How answers of a route are counted.
 * @param url in the router's words
 */
export function countedRoute(url: string): CountedRoute {
  const seen = routesSeen.get(url);
  if (seen !== undefined) return seen;
  const route = { pattern: patternOf(url), isStream: STREAMS.has(url) };
  routesSeen.set(url, route);
  return route;
}

/** Asking the router makes an object of all that it knows of a route: routes that are asked for often say it themselves. */
function routeOf(request: FastifyRequest, status: number): CountedRoute {
  if (request.knownRoute !== null) return request.knownRoute;
  const { url } = request.routeOptions;
  if (url === undefined) return status < BAD_REQUEST ? WEB : UNKNOWN;
  return countedRoute(url);
}

/** What went out on each connection before the answer that is counted next. */
const writtenBefore = new WeakMap<Socket, number>();

/** Answers on one connection follow each other, so that what came since the last one is this one's. */
function sentBytes({ raw }: FastifyRequest): number {
  const { socket } = raw;
  const written = socket.bytesWritten;
  const before = writtenBefore.get(socket) ?? 0;
  writtenBefore.set(socket, written);
  return Math.max(0, written - before);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the answer with its head, once it has gone out. */
    sentBytes: number;
    /** The pattern of its address, as it is counted. */
    countedRoute: string;
    /** How it is counted, where its route has said so. */
    knownRoute: CountedRoute | null;
  }
}

/** Counts every answer when it has gone out, or broke off. */
export function countRequests(app: FastifyInstance, counters: RequestCounters): void {
  app.decorateRequest('sentBytes', 0);
  app.decorateRequest('countedRoute', '');
  app.decorateRequest('knownRoute', null);
  app.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
    const { pattern, isStream } = routeOf(request, reply.statusCode);
    request.sentBytes = sentBytes(request);
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
