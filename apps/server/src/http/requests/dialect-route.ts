import { hash } from 'node:crypto';
import type { Endpoint, Method, Upload } from '@lectern/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Context } from '#context/context.ts';
import type { FileAnswer } from '#core/file-answer.ts';
import type { Viewer } from '#core/viewer.ts';
import { endBody, guardBody, guardedSignal } from '../answers/guard-answer.ts';
import { hasTag, sendFile } from '../answers/send-file.ts';
import { admit, type Authenticate, PICTURE_COST, correctCharge } from '../people/admit.ts';
import { identifyAgain } from '../people/authenticate.ts';
import { BoundRequest, cancellableContext } from './bound-request.ts';
import type { Parsed } from './handler.ts';
import { type UploadedFile, getUpload, uploadOptions } from './read-upload.ts';
import { inWords, preferWords } from '../people/request-words.ts';
import { type RouteFacts, routerPath } from './route-facts.ts';
import { rejectMalformedInput, type RequestPart, validate } from './validate.ts';

/** A text of a dialect's own media type. */
export interface DocumentAnswer {
  readonly kind: 'document';
  /** With its charset, where the type has one. */
  readonly contentType: string;
  readonly text: string;
  readonly status?: number;
}

/** Only a status, for work that a task does later. */
export interface StatusAnswer {
  readonly kind: 'status';
  readonly status: number;
}

/** What a route of a dialect answers; undefined is 204. */
export type DialectAnswer = DocumentAnswer | FileAnswer | StatusAnswer | undefined;

/** Checks of a route, the same as those of the main API, and its description in the OpenAPI document. */
type DialectEndpoint = Pick<Endpoint, 'permission' | 'params' | 'query' | 'body' | 'tokens' | 'upload'> & {
  /** Media types of the answer. Default: any file. Empty: always 204. */
  readonly answerTypes?: readonly string[];
  /** True when 204 may replace the answer. */
  readonly mayBeEmpty?: boolean;
  readonly facts?: RouteFacts;
};

class CheckedRequest extends BoundRequest {
  readonly raw: FastifyRequest;
  readonly rawReply: FastifyReply;

  constructor(request: FastifyRequest, reply: FastifyReply, checked: ConstructorParameters<typeof BoundRequest>[2]) {
    super(request, reply, checked);
    this.raw = request;
    this.rawReply = reply;
  }
}

/** A checked request, with the connection that dialects look at. */
export interface DialectRequest<E extends DialectEndpoint = DialectEndpoint>
  extends Pick<CheckedRequest, 'signal' | 'path' | 'client' | 'raw' | 'rawReply'> {
  /** Null on public routes, which look at no credential. */
  readonly viewer: 'public' extends E['permission'] ? null : Viewer;
  readonly params: Parsed<E, 'params'>;
  readonly query: Parsed<E, 'query'>;
  readonly body: E extends { readonly upload: Upload } ? UploadedFile : Parsed<E, 'body'>;
}

/** A request of a signed-in user, whichever its route. */
export type ViewerRequest = Pick<DialectRequest, 'raw' | 'client'> & { readonly viewer: Viewer };

/** One route of a dialect. */
export interface DialectRoute {
  readonly method: Method;
  /** As in the contract: `/opds/v2/books/{id}`. */
  readonly path: string;
  readonly endpoint: DialectEndpoint;
  readonly answer: (ctx: Context, request: CheckedRequest) => Promise<DialectAnswer>;
}

function routeWith(method: Method) {
  return <const E extends DialectEndpoint>(
    path: string,
    endpoint: E,
    answer: (ctx: Context, request: DialectRequest<E>) => Promise<DialectAnswer>,
  ): DialectRoute => {
    // `openDialectRoute` checks each part of a request against the endpoint before it calls the answer.
    return { method, path, endpoint, answer: answer as unknown as DialectRoute['answer'] };
  };
}

/** Declares a route: its path, its checks and its answer, which sees the request with the types of the checks. */
export const route = {
  get: routeWith('GET'),
  post: routeWith('POST'),
  put: routeWith('PUT'),
  patch: routeWith('PATCH'),
  delete: routeWith('DELETE'),
};

/** A JSON document. */
export function json(value: unknown, { status = 200, contentType = 'application/json' } = {}): DocumentAnswer {
  return { kind: 'document', contentType, text: JSON.stringify(value), status };
}

/** A checked part of a request; empty where the route takes none. */
function checkPart(part: RequestPart, schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return {};
  rejectMalformedInput(part, value);
  return validate(part, schema, value);
}

async function checkAll(request: FastifyRequest, { params, query, body, upload }: DialectEndpoint) {
  return {
    params: checkPart('path', params, request.params),
    query: checkPart('query', query, request.query),
    body: upload === undefined ? checkPart('body', body, request.body) : await getUpload(request, upload),
  };
}

/** Sends a text with a weak tag: it may go out compressed or not. */
function sendDocument(request: FastifyRequest, reply: FastifyReply, answer: DocumentAnswer): FastifyReply {
  const { contentType, text, status = 200 } = answer;
  // As bytes: Fastify adds a charset to the type of a text, and dialects have none.
  const body = Buffer.from(text);
  void reply.code(status).header('vary', 'accept-encoding, accept-language, authorization');
  if (status !== 200 || (request.method !== 'GET' && request.method !== 'HEAD')) {
    return reply.header('cache-control', 'no-store').type(contentType).send(body);
  }
  const etag = `W/"${hash('sha1', body, 'base64url')}"`;
  void reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (hasTag(request, etag)) {
    correctCharge(request, PICTURE_COST);
    return reply.code(304).send();
  }
  return reply.type(contentType).send(body);
}

/** How a dialect identifies viewers. */
export interface OwnCredentials {
  readonly authenticate: Authenticate;
  /** The present viewer of the credential of an earlier request; undefined when refused. Absent without long answers. */
  readonly identifyAgain?: typeof identifyAgain;
}

/**
 * Opens a route of a dialect: credential, permission, checks, answer, in the order of the main API. Errors go to the error
 * handler of `door`.
 * @param own for dialects with credentials of their own
 */
export function openDialectRoute(
  door: FastifyInstance,
  ctx: Context,
  { method, path, endpoint, answer }: DialectRoute,
  own?: OwnCredentials,
): void {
  const { authenticate } = own ?? {};
  const checks = { ...endpoint, tag: '', summary: '', answer: 'bytes', authenticate } as const;
  const again = own === undefined ? identifyAgain : own.identifyAgain;
  // A picture costs one query, so the language of its rare error is only that of the request.
  const hasTexts = method !== 'GET' || endpoint.answerTypes !== undefined;
  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const asked = new CheckedRequest(request, reply, await checkAll(request, endpoint));
    const found = await answer(cancellableContext(ctx, asked), asked);
    if (found === undefined) return reply.code(204).send();
    if (found.kind === 'status') return reply.code(found.status).header('cache-control', 'no-store').send();
    if (found.kind === 'document') return sendDocument(request, reply, found);
    const { access, log } = ctx;
    const viewer = again === undefined ? null : request.viewer;
    const identify = async () => again?.(ctx, request, checks.permission);
    const signal = guardedSignal(reply.raw, () => asked.signal, { access, log: log.http, viewer, identify });
    return sendFile(request, reply, found, { signal, log: log.http });
  };
  door.route({
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    url: routerPath(path),
    ...uploadOptions(endpoint, endpoint.facts),
    // Permission comes before the body is read, and is looked at while it arrives.
    onRequest: async (request, reply) => {
      await inWords(request, async () => admit(ctx, request, reply, checks));
      if (method === 'GET' || again === undefined) return;
      const identify = async () => again(ctx, request, checks.permission);
      guardBody(request, reply, { access: ctx.access, log: ctx.log.http, identify });
    },
    preValidation: async (request, reply) => inWords(request, async () => endBody(request, reply)),
    handler: async (request, reply) => {
      if (hasTexts) await preferWords(ctx, request);
      return inWords(request, async () => serve(request, reply));
    },
  });
}
