import type { Duplex } from 'node:stream';
import { ERROR_STATUS, type ErrorKind } from '@lectern/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '#core/errors.ts';
import { explainRefusal } from '#core/explain-refusal.ts';
import { settle, USUAL_COST } from '../people/admit.ts';
import { challengeOf } from '../people/authenticate.ts';
import { bareHeaders } from './default-headers.ts';

const KIND_BY_STATUS = new Map<number, ErrorKind>(
  Object.entries(ERROR_STATUS).map(([kind, status]) => [status, kind as ErrorKind]),
);

/** Fastify's own refusals (body too large, bad JSON, …) in our words. */
const MESSAGES: Readonly<Partial<Record<string, string>>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large',
  FST_ERR_BAD_URL: 'The address is not valid',
  FST_ERR_MAX_PARAM_LENGTH: 'The address is not valid',
};

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number';
}

/** What the caller is told about an error; anything unforeseen becomes a 500 without its cause. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isFastifyError(error)) {
    const kind = KIND_BY_STATUS.get(error.statusCode ?? 500);
    if (kind !== undefined && kind !== 'InternalServerError') {
      return new AppError(kind, MESSAGES[error.code] ?? error.message, { cause: error });
    }
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
      return new AppError('BadRequest', MESSAGES[error.code] ?? error.message, { cause: error });
    }
  }
  return (
    explainRefusal(error) ??
    new AppError('InternalServerError', 'The server met an unexpected problem', { cause: error })
  );
}

/** Seconds after which to try again, when the error says so. */
export function retryAfterOf(details: unknown): number | undefined {
  if (typeof details !== 'object' || details === null || !('retryAfter' in details)) return undefined;
  return typeof details.retryAfter === 'number' ? details.retryAfter : undefined;
}

/** The body of an error; a rate limit has one of its own. */
function errorBody(error: AppError): Readonly<Record<string, unknown>> {
  const retryAfter = error.kind === 'rate_limit_exceeded' ? retryAfterOf(error.details) : undefined;
  if (retryAfter !== undefined) {
    return { error: error.kind, message: error.message, details: null, retry_after: retryAfter };
  }
  return { error: error.kind, message: error.message, details: error.details };
}

/** Never sent: what the log says of requests whose client left before there was an answer. */
export const CLIENT_GONE = 499;

/** Whether work was given up because the client has gone. */
export function isGivenUp(error: unknown, reply: FastifyReply): boolean {
  return reply.raw.destroyed && error instanceof Error && error.name === 'AbortError';
}

/** Logs of an error what only the operator may know: a write that the database refused may be a mistake of ours, too. */
export function logError(log: Logger, { id: requestId }: FastifyRequest, error: unknown, shown: AppError): void {
  if (shown.kind === 'InternalServerError') log.error({ requestId, err: shown.cause ?? error }, 'request failed');
  else if (explainRefusal(error) !== undefined) log.warn({ requestId, err: error }, 'request refused by the database');
}

/** Answers with an error in the one form that all routes share, and logs what only the operator may know. */
export function sendError(log: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isGivenUp(error, reply)) return reply.code(CLIENT_GONE).send();
  const shown = asAppError(error);
  settle(request, USUAL_COST);
  logError(log, request, error, shown);
  if (shown.kind === 'Unauthorized') reply.header('www-authenticate', challengeOf(request));
  const retryAfter = retryAfterOf(shown.details);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return reply
    .code(ERROR_STATUS[shown.kind])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(shown)));
}

/** How long a client that was refused may take to read why. */
const CLOSING_MS = 2_000;

/** Answers bytes that could not be read as a request, on the bare socket. */
export function refuseConnection(error: { readonly code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const tooSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const message = tooSlow ? 'The request took too long to arrive' : 'This is not a valid HTTP request';
  const body = JSON.stringify(errorBody(new AppError('BadRequest', message)));
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...Object.entries(bareHeaders()).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // A refused client must close too; the server ends a connection that it leaves open.
  setTimeout(() => socket.destroy(), CLOSING_MS).unref();
}
