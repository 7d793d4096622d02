import { ERROR_STATUS } from '@lectern/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#context/context.ts';
import type { AppError } from '#core/errors.ts';
import { CLIENT_GONE, prepareError } from '../answers/send-error.ts';
import { isOfScript } from '../people/authenticate.ts';
import { formatTime } from './answer.ts';

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

/** Whether a detail of an error names a part of the request. */
export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'path' in value && 'message' in value;
}

/** The problems of each part of a request; undefined for other errors. */
function findViolations({ kind, details }: AppError): readonly unknown[] | undefined {
  if (kind !== 'BadRequest' || !Array.isArray(details) || details.length === 0) return undefined;
  const problems: readonly unknown[] = details;
  if (!problems.every(isProblem)) return undefined;
  return problems.map(({ path, message }) => ({ fieldName: path, message }));
}

function toBody(error: AppError, status: number, path: string): unknown {
  const violations = findViolations(error);
  if (violations !== undefined) return { violations };
  const reason = REASONS[status] ?? 'Error';
  return { timestamp: formatTime(Date.now()), status, error: reason, message: error.message, path };
}

/** Answers with an error in the dialect's form, and logs details for the operator. */
export function sendDialectError(
  { log }: Pick<Context, 'log'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const shown = prepareError(log.http, error, request, reply);
  if (shown === undefined) return reply.code(CLIENT_GONE).send();
  const status = ERROR_STATUS[shown.kind];
  if (status === 401 && !isOfScript(request)) void reply.header('www-authenticate', 'Basic realm="Lectern"');
  const path = request.originalUrl.replace(/\?.*$/s, '');
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(toBody(shown, status, path)));
}
