import { hash } from 'node:crypto';
import type { Endpoint, Method } from '@lectern/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#context/context.ts';
import { AppError } from '#core/errors.ts';
import type { FileAnswer } from '#core/file-answer.ts';
import type { Viewer } from '#core/viewer.ts';
import { say } from '#words/say.ts';
import { admit, admitKnown, PICTURE_COST, correctCharge } from '../people/admit.ts';
import { identifyAgain } from '../people/authenticate.ts';
import { countedRoute } from './count-requests.ts';
import { BoundRequest, cancellableContext } from './bound-request.ts';
import { linkHeader } from '../answers/to-page.ts';
import { hasTag, sendFile } from '../answers/send-file.ts';
import { endBody, guardBody, guardedSignal } from '../answers/guard-answer.ts';
import { type EventStreamAnswer, type OpenStreams, sendEvents } from '../answers/send-events.ts';
import { getUpload, uploadOptions } from './read-upload.ts';
import { inWords } from '../people/request-words.ts';
import { createKnownParams, type KnownParams } from './known-params.ts';
import { rejectMalformedInput, validate } from './validate.ts';
import { routerPath } from './route-facts.ts';
import { TextAnswer } from '../answers/choose-type.ts';
import { translateNames } from './translate-names.ts';

/** An answer is compressed or not, and its texts are in the language of the request. */
const VARY = 'accept-encoding, accept-language';

/** Placeholder for a body that is not JSON on a route that takes no file. */
export const NOT_JSON = Symbol('body that is not JSON');

/** Whether the route takes a file, whose body is kept as raw bytes. */
export function takesFile({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.takesFile === true;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set after the checks of credential and permission; null on public routes. */
    viewer: Viewer | null;
  }
}

/** A handler. The table of handlers checks its types. */
export type BoundHandler = (ctx: Context, request: BoundRequest) => Promise<unknown>;

/** One row of the contract with its handler. */
export interface Binding {
  readonly method: Method;
  /** As in the contract: `/books/{id}`, `{path*}` for the rest. */
  readonly path: string;
  readonly endpoint: Endpoint;
  readonly handler: BoundHandler;
}

/** What a handler resolved to, and for what. */
interface Answered {
  readonly path: string;
  readonly endpoint: Endpoint;
  readonly asked: BoundRequest;
  readonly answer: unknown;
}

export interface BindTools {
  readonly ctx: Context;
  readonly streams: OpenStreams;
}

interface BoundRoute extends Binding {
  /** The parsed empty query; undefined when a query is required. Parsed at the first request. */
  readonly bareQuery: () => unknown;
  /** Name of the parameter for the rest of the path. */
  readonly restName: string | undefined;
  readonly knownParams: KnownParams | undefined;
  readonly hasBody: boolean;
}

function prepareRoute(binding: Binding): BoundRoute {
  const { endpoint, path } = binding;
  return {
    ...binding,
    bareQuery: parsedOnce(endpoint),
    restName: /\{(\w+)\*\}$/.exec(path)?.[1],
    // On other routes the checks cost little compared to the answer.
    knownParams: endpoint.answer === 'bytes' ? createKnownParams(endpoint.params) : undefined,
    hasBody: endpoint.body !== undefined || endpoint.upload !== undefined,
  };
}

function readParams(request: FastifyRequest, { endpoint, restName, knownParams }: BoundRoute): unknown {
  if (endpoint.params === undefined) return {};
  const params = request.params as Readonly<Record<string, string>>;
  if (restName !== undefined) {
    const { '*': tail, ...named } = params;
    return validate('path', endpoint.params, { ...named, [restName]: tail });
  }
  const known = knownParams?.recall(params);
  if (known !== undefined) return known;
  const meant = validate('path', endpoint.params, params);
  knownParams?.keep(params, meant);
  return meant;
}

async function readBody(request: FastifyRequest, endpoint: Endpoint): Promise<unknown> {
  if (endpoint.upload !== undefined) return (await getUpload(request, endpoint.upload)).bytes;
  if (endpoint.body === undefined) return undefined;
  if (request.body === NOT_JSON) {
    throw new AppError('UnsupportedMediaType', 'Expected a body of type application/json');
  }
  if (request.body === undefined) {
    if (endpoint.bodyOptional === true) return undefined;
    throw new AppError('BadRequest', say('The JSON body is missing'));
  }
  rejectMalformedInput('body', request.body);
  return validate('body', endpoint.body, translateNames(endpoint.body, request.body, endpoint));
}

/** The parsed empty query, which is the same every time. Parsing all at the start would take 10 ms. */
function parsedOnce({ query }: Endpoint): () => unknown {
  let parsed: { readonly data: unknown } | undefined;
  return () => {
    parsed ??= { data: query === undefined ? {} : Object.freeze(query.safeParse({}).data) };
    return parsed.data;
  };
}

function readQuery({ query }: FastifyRequest, { endpoint, bareQuery }: BoundRoute): unknown {
  if (endpoint.query === undefined) return {};
  const bare = Object.keys(query as object).length === 0 ? bareQuery() : undefined;
  if (bare !== undefined) return bare;
  rejectMalformedInput('query', query);
  return validate('query', endpoint.query, translateNames(endpoint.query, query, endpoint));
}

function readRequest(request: FastifyRequest, reply: FastifyReply, route: BoundRoute, body?: unknown): BoundRequest {
  return new BoundRequest(request, reply, {
    params: readParams(request, route),
    query: readQuery(request, route),
    body,
  });
}

async function requestWithBody(request: FastifyRequest, reply: FastifyReply, route: BoundRoute): Promise<BoundRequest> {
  // The address is checked before the body.
  const params = readParams(request, route);
  const query = readQuery(request, route);
  return new BoundRequest(request, reply, { params, query, body: await readBody(request, route.endpoint) });
}

function sendJson(request: FastifyRequest, reply: FastifyReply, value: unknown): FastifyReply {
  if (value instanceof TextAnswer) {
    return reply
      .header('cache-control', 'no-store')
      .header('vary', 'accept, accept-language')
      .type(value.contentType)
      .send(value.text);
  }
  const text = JSON.stringify(value);
  const link = linkHeader(value);
  if (link !== undefined) void reply.header('link', link);
  if (request.method === 'GET' && reply.statusCode === 200) {
    // Weak: the document may go out compressed or not.
    const etag = `W/"${hash('sha1', text, 'base64url')}"`;
    void reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', VARY);
    if (hasTag(request, etag)) {
      correctCharge(request, PICTURE_COST);
      return reply.code(304).send();
    }
  } else {
    void reply.header('cache-control', 'no-store');
  }
  return reply.type('application/json; charset=utf-8').send(text);
}

/** Hooks of a route that changes something: permission comes before the body is read, and is looked at while it arrives. */
function getHooks(endpoint: Endpoint, ctx: Context) {
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      await inWords(request, async () => admit(ctx, request, reply, endpoint));
      const identify = async () => identifyAgain(ctx, request, endpoint.permission);
      guardBody(request, reply, { access: ctx.access, log: ctx.log.http, identify });
    },
    preValidation: async (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
      inWords(request, async () => endBody(request, reply)),
  };
}

/** Options of a route for the router and the hooks. */
function getOptions({ method, endpoint }: Binding, ctx: Context) {
  const { answer, answersText } = endpoint;
  return {
    ...uploadOptions(endpoint),
    // Bytes are never compressed.
    ...(answer === 'bytes' && answersText !== true ? { compress: false as const } : {}),
    // A GET has no body.
    ...(method === 'GET' ? { decompress: false as const } : getHooks(endpoint, ctx)),
  };
}

/** Sends what the handler of a route resolved to. */
function send(request: FastifyRequest, reply: FastifyReply, answered: Answered, { ctx, streams }: BindTools): unknown {
  const { endpoint, asked, answer } = answered;
  switch (endpoint.answer) {
    case 'bytes': {
      const { access, log } = ctx;
      const identify = async () => identifyAgain(ctx, request, endpoint.permission);
      const guarded = { access, log: log.http, viewer: asked.viewer, identify };
      const signal = guardedSignal(reply.raw, () => asked.signal, guarded);
      return sendFile(request, reply, answer as FileAnswer, { signal, log: log.http });
    }
    case 'events':
      if (asked.viewer === null)
        throw new Error(`The events of ${answered.path} are public, so they cannot be filtered by user`);
      sendEvents(request, reply, answer as EventStreamAnswer, {
        ctx,
        streams,
        viewer: asked.viewer,
        identify: async () => identifyAgain(ctx, request, endpoint.permission),
      });
      return reply;
    case 'json':
    case 'none':
      return sendJson(request, reply, answer);
  }
}

/** Opens the route of one row of the contract: credential, permission, checks, handler, answer. */
export function bind(app: FastifyInstance, binding: Binding, tools: BindTools): void {
  const { endpoint, handler, method, path } = binding;
  const { ctx } = tools;
  const route = prepareRoute(binding);
  const url = routerPath(path);
  const counted = countedRoute(url);
  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    request.knownRoute = counted;
    if (method === 'GET' && !admitKnown(ctx, request, endpoint)) await admit(ctx, request, reply, endpoint);
    const asked = route.hasBody ? await requestWithBody(request, reply, route) : readRequest(request, reply, route);
    if (endpoint.status !== undefined) void reply.code(endpoint.status);
    const answer = await handler(endpoint.answer === 'bytes' ? ctx : cancellableContext(ctx, asked), asked);
    if (answer === undefined) return reply.code(204).send();
    return send(request, reply, { path, endpoint, asked, answer }, tools);
  };
  app.route({
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    url,
    ...getOptions(binding, ctx),
    handler: async (request, reply) => inWords(request, async () => serve(request, reply)),
  });
}
