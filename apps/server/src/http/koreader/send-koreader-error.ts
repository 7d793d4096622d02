import { ERROR_STATUS, type ErrorKind } from '@lectern/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '#core/errors.ts';
import type { Context } from '#context/context.ts';
import { getChallenge } from '../people/authenticate.ts';
import { CLIENT_GONE, prepareError } from '../answers/send-error.ts';

/** Error numbers of the official sync server. */
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
  // The app would show no message for 403.
  Forbidden: UNAUTHORIZED,
  InternalServerError: { status: 502, code: CODES.internal },
  ServiceUnavailable: { status: 502, code: CODES.internal },
  InsufficientStorage: { status: 502, code: CODES.internal },
};

function isAboutDocument({ details }: AppError): boolean {
  if (!Array.isArray(details)) return false;
  return details.some(
    (one: unknown) => typeof one === 'object' && one !== null && 'path' in one && one.path === 'document',
  );
}

function toRefusal(error: AppError): Refusal {
  const known = REFUSALS[error.kind];
  if (known !== undefined) return known;
  const status = ERROR_STATUS[error.kind];
  if (status === 429) return { status, code: CODES.internal };
  return { status: 403, code: isAboutDocument(error) ? CODES.noDocument : CODES.invalid };
}

/** Answers with an error in the form of the official sync server. KOReader shows the message. */
export function sendKoreaderError(
  { log }: Context,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const shown = prepareError(log.http, error, request, reply);
  if (shown === undefined) return reply.code(CLIENT_GONE).send();
  const { status, code } = toRefusal(shown);
  if (status === 401) void reply.header('www-authenticate', getChallenge(request));
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(Buffer.from(JSON.stringify({ code, message: shown.message })));
}
