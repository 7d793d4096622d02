import { hash } from 'node:crypto';
import type { Endpoint, Method } from '@lectern/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { FileAnswer } from '#core/file-answer.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Context } from '#context/context.ts';
import { admit, type Authenticate, PICTURE_COST, settle } from '../people/admit.ts';
import { BoundRequest, cancellableContext } from './bound-request.ts';
import { uploadOf, uploadOptions } from './read-upload.ts';
import { rejectMalformedInput, type RequestPart, validate } from './validate.ts';
import { type RouteFacts, routerPath } from './route-facts.ts';
import { hasTag, sendFile } from '../answers/send-file.ts';

/** A text of a dialect's own media type. */
export interface DocumentAnswer {
  readonly kind: 'document';
  /** With its charset, where the type has one. */
  readonly contentType: string;
  readonly text: string;
  readonly status?: number;
}

/** Nothing but a status, for what is done later. */
export interface StatusAnswer {
  readonly kind: 'status';
  readonly status: number;
}

/** What a route of a door answers; undefined is 204. */
export type DialectAnswer = DocumentAnswer | FileAnswer | StatusAnswer | undefined;

/** Which endpoint of a dialect; its checks are the main API's. */
export interface DialectRoute {
  readonly method: Method;
  /** As in the contract: `/opds/v2/books/{id}`. */
  readonly path: string;
  /** Where it takes a file (`upload`), the body is an `UploadedFile`. */
  readonly endpoint: Pick<Endpoint, 'permission' | 'params' | 'query' | 'body' | 'tokens' | 'upload'>;
  /** Media types of what it answers, for the description of the API; any file unless said, nothing but 204 when empty. */
  readonly answerTypes?: readonly string[];
  /** True when 204 may come in place of the answer, for the description of the API. */
  readonly mayBeEmpty?: boolean;
  /** What guards are to know of the route. */
  readonly facts?: RouteFacts;
  readonly answer: (ctx: Context, request: DialectRequest) => Promise<DialectAnswer>;
}

/** A checked request, with what dialects need to know of the connection. */
export class DialectRequest extends BoundRequest {
  readonly raw: FastifyRequest;
  readonly rawReply: FastifyReply;

  constructor(request: FastifyRequest, reply: FastifyReply, checked: ConstructorParameters<typeof BoundRequest>[2]) {
    super(request, reply, checked);
    this.raw = request;
    this.rawReply = reply;
  }
}

/** The viewer of a route that needs a signed-in user. */
export function viewerOf({ viewer }: DialectRequest): Viewer {
  if (viewer === null) throw new Error('This route is public and has no viewer');
  return viewer;
}

/** A part of a request as its shape says; empty where the route takes none. */
function checkedPart(part: RequestPart, schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return {};
  rejectMalformedInput(part, value);
  return validate(part, schema, value);
}

async function checkedOf(request: FastifyRequest, { endpoint }: DialectRoute) {
  const { params, query, body, upload } = endpoint;
  return {
    params: checkedPart('path', params, request.params),
    query: checkedPart('query', query, request.query),
    body: upload === undefined ? checkedPart('body', body, request.body) : await uploadOf(request, upload),
  };
}

/** Sends a text with a weak tag: it may go out compressed or not. */
function sendDocument(request: FastifyRequest, reply: FastifyReply, answer: DocumentAnswer): FastifyReply {
  const { contentType, text, status = 200 } = answer;
  // As bytes: to the type of a text, a charset would be added that dialects do not have.
  const body = Buffer.from(text);
  void reply.code(status).header('vary', 'accept-encoding, authorization');
  if (status !== 200 || (request.method !== 'GET' && request.method !== 'HEAD')) {
    return reply.header('cache-control', 'no-store').type(contentType).send(body);
  }
  const etag = `W/"${hash('sha1', body, 'base64url')}"`;
  void reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (hasTag(request, etag)) {
    settle(request, PICTURE_COST);
    return reply.code(304).send();
  }
  return reply.type(contentType).send(body);
}

/**
 * Makes a route of a dialect: credential, permission, checks, answer, in the order of the main API. Errors go to the handler
 * that the dialect set on its part of the app.
 * @param authenticate where the dialect knows credentials that the main API does not
 */
export function openDialectRoute(
  door: FastifyInstance,
  ctx: Context,
  route: DialectRoute,
  authenticate?: Authenticate,
): void {
  const { method, path, endpoint, facts = {}, answer } = route;
  const checks = { ...endpoint, tag: '', summary: '', answer: 'bytes', authenticate } as const;
  door.route({
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    url: routerPath(path),
    ...uploadOptions(endpoint, facts),
    // Before the body is read: who may not ask is not listened to.
    onRequest: async (request, reply) => admit(ctx, request, reply, checks),
    handler: async (request, reply) => {
      const asked = new DialectRequest(request, reply, await checkedOf(request, route));
      const found = await answer(cancellableContext(ctx, asked), asked);
      if (found === undefined) return reply.code(204).send();
      if (found.kind === 'status') return reply.code(found.status).header('cache-control', 'no-store').send();
      if (found.kind === 'document') return sendDocument(request, reply, found);
      return sendFile(request, reply, found, { signal: () => asked.signal, log: ctx.log.http });
    },
  });
}
