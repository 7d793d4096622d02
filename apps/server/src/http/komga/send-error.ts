import { ERROR_STATUS } from '@lectern/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '#core/errors.ts';
import type { Context } from '#context/context.ts';
import { settle, USUAL_COST } from '../people/admit.ts';
import { asAppError, CLIENT_GONE, isGivenUp, logError, retryAfterOf } from '../answers/send-error.ts';
import { timeOf } from './answer.ts';

const REASONS: Readonly<Partial<Record<number, string>>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

interface Problem {
  readonly path: string;
  readonly message: string;
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'path' in value && 'message' in value;
}

/** What was wrong with each part of a request; undefined when it is not about its parts. */
function violationsOf({ kind, details }: AppError): readonly unknown[] | undefined {
  if (kind !== 'BadRequest' || !Array.isArray(details) || details.length === 0) return undefined;
  const problems: readonly unknown[] = details;
  if (!problems.every(isProblem)) return undefined;
  return problems.map(({ path, message }) => ({ fieldName: path, message }));
}

function bodyOf(error: AppError, status: number, path: string): unknown {
  const violations = violationsOf(error);
  if (violations !== undefined) return { violations };
  const reason = REASONS[status] ?? 'Error';
  return { timestamp: timeOf(Date.now()), status, error: reason, message: error.message, path };
}

/** Browsers would open a dialog over a page. */
function isOfScript({ headers }: FastifyRequest): boolean {
  return headers['x-requested-with']?.toString().toLowerCase() === 'xmlhttprequest';
}

/** Answers with an error in the dialect's form, and logs what only the operator may know. */
export function sendDialectError(
  { log }: Pick<Context, 'log'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (isGivenUp(error, reply)) return reply.code(CLIENT_GONE).send();
  const shown = asAppError(error);
  const status = ERROR_STATUS[shown.kind];
  settle(request, USUAL_COST);
  logError(log.http, request, error, shown);
  if (status === 401 && !isOfScript(request)) void reply.header('www-authenticate', 'Basic realm="Lectern"');
  const retryAfter = retryAfterOf(shown.details);
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  const path = request.originalUrl.replace(/\?.*$/s, '');
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(bodyOf(shown, status, path)));
}
