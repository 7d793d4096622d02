import { ERROR_STATUS, type ErrorKind } from '@lectern/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '#core/errors.ts';
import type { Context } from '#context/context.ts';
import { settle, USUAL_COST } from '../people/admit.ts';
import { challengeOf } from '../people/authenticate.ts';
import { asAppError, CLIENT_GONE, isGivenUp, logError, retryAfterOf } from '../answers/send-error.ts';

/** Numbers of the official sync server. */
export const CODES = {
  internal: 2000,
  unauthorized: 2001,
  invalid: 2003,
  noDocument: 2004,
  closed: 2005,
} as const;

interface Refusal {
  readonly status: number;
  readonly code: number;
}

const UNAUTHORIZED: Refusal = { status: 401, code: CODES.unauthorized };

const REFUSALS: Readonly<Partial<Record<ErrorKind, Refusal>>> = {
  Unauthorized: UNAUTHORIZED,
  // The app knows no 403 where it signs in or asks, and would show no message.
  Forbidden: UNAUTHORIZED,
  InternalServerError: { status: 502, code: CODES.internal },
  ServiceUnavailable: { status: 502, code: CODES.internal },
};

function isAboutDocument({ details }: AppError): boolean {
  if (!Array.isArray(details)) return false;
  return details.some(
    (one: unknown) => typeof one === 'object' && one !== null && 'path' in one && one.path === 'document',
  );
}

function refusalOf(error: AppError): Refusal {
  const known = REFUSALS[error.kind];
  if (known !== undefined) return known;
  const status = ERROR_STATUS[error.kind];
  if (status === 429) return { status, code: CODES.internal };
  return { status: 403, code: isAboutDocument(error) ? CODES.noDocument : CODES.invalid };
}

/** Answers with an error as the official sync server does: KOReader shows the message. */
export function sendKoreaderError(
  { log }: Context,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (isGivenUp(error, reply)) return reply.code(CLIENT_GONE).send();
  const shown = asAppError(error);
  settle(request, USUAL_COST);
  logError(log.http, request, error, shown);
  const { status, code } = refusalOf(shown);
  if (status === 401) void reply.header('www-authenticate', challengeOf(request));
  const retryAfter = retryAfterOf(shown.details);
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(Buffer.from(JSON.stringify({ code, message: shown.message })));
}
