import type { Duplex } from 'node:stream';
import { ERROR_STATUS, type ErrorKind } from '@lectern/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '#core/errors.ts';
import { explainRefusal } from '#core/explain-refusal.ts';
import { correctCharge, USUAL_COST } from '../people/admit.ts';
import { getChallenge } from '../people/authenticate.ts';
import { inWords } from '../people/request-words.ts';
import { bareHeaders } from './default-headers.ts';
import { mark, say } from '#words/say.ts';

const KIND_BY_STATUS = new Map<number, ErrorKind>(
  Object.entries(ERROR_STATUS).map(([kind, status]) => [status, kind as ErrorKind]),
);

/** Errors of Fastify in our words. */
const MESSAGES: Readonly<Partial<Record<string, string>>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: mark('The body is not valid JSON'),
  FST_ERR_CTP_BODY_TOO_LARGE: mark('The body is too large'),
  FST_ERR_BAD_URL: mark('The address is not valid'),
  FST_ERR_MAX_PARAM_LENGTH: mark('The address is not valid'),
};

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number';
}

function describeFastify({ code, message }: FastifyError): string {
  const own = MESSAGES[code];
  return own === undefined ? message : say(own);
}

/** The error that the client may see. An unexpected error becomes a 500 without its cause. */
function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isFastifyError(error)) {
    const kind = KIND_BY_STATUS.get(error.statusCode ?? 500);
    if (kind !== undefined && kind !== 'InternalServerError') {
      return new AppError(kind, describeFastify(error), { cause: error });
    }
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
      return new AppError('BadRequest', describeFastify(error), { cause: error });
    }
  }
  return (
    explainRefusal(error) ??
    new AppError('InternalServerError', say('The server had an unexpected problem'), { cause: error })
  );
}

/** Seconds until the client may try again. */
function readRetryAfter(details: unknown): number | undefined {
  if (typeof details !== 'object' || details === null || !('retryAfter' in details)) return undefined;
  return typeof details.retryAfter === 'number' ? details.retryAfter : undefined;
}

/** The body of an error; that of a rate limit has a further field. */
function errorBody(error: AppError): Readonly<Record<string, unknown>> {
  const retryAfter = error.kind === 'rate_limit_exceeded' ? readRetryAfter(error.details) : undefined;
  if (retryAfter !== undefined) {
    return { error: error.kind, message: error.message, details: null, retry_after: retryAfter };
  }
  return { error: error.kind, message: error.message, details: error.details };
}

/** For the log only: the client left before the answer. */
export const CLIENT_GONE = 499;

/** Whether work was cancelled because the client has gone. */
function isCancelled(error: unknown, reply: FastifyReply): boolean {
  return reply.raw.destroyed && error instanceof Error && error.name === 'AbortError';
}

/** Logs the details that only the operator may see. A write that the database refused may be our bug. */
function logError(log: Logger, { id: requestId }: FastifyRequest, error: unknown, shown: AppError): void {
  if (shown.kind === 'InternalServerError') log.error({ requestId, err: shown.cause ?? error }, 'request failed');
  else if (explainRefusal(error) !== undefined)
    log.warn({ requestId, err: error }, 'request refused by the database or the disk');
}

/**
 * Prepares the answer to an error for every dialect: cost, log and `Retry-After`.
 * @returns the error that the client may see; undefined when the client has gone
 */
export function prepareError(
  log: Logger,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): AppError | undefined {
  if (isCancelled(error, reply)) return undefined;
  const shown = inWords(request, () => asAppError(error));
  correctCharge(request, USUAL_COST);
  logError(log, request, error, shown);
  const retryAfter = readRetryAfter(shown.details);
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  return shown;
}

/** Answers with an error in the form of the main API, and logs details for the operator. */
export function sendError(log: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = prepareError(log, error, request, reply);
  if (shown === undefined) return reply.code(CLIENT_GONE).send();
  if (shown.kind === 'Unauthorized') void reply.header('www-authenticate', getChallenge(request));
  return reply
    .code(ERROR_STATUS[shown.kind])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(shown)));
}

/** How long a refused client may take to read the answer. */
const CLOSING_MS = 2_000;

/** Answers bytes that are no HTTP request, on the bare socket. */
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
  // The server ends the connection when the client does not.
  setTimeout(() => socket.destroy(), CLOSING_MS).unref();
}
