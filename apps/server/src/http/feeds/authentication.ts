import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#core/errors.ts';
import type { Context } from '#context/context.ts';
import { challengeOf } from '../people/authenticate.ts';
import { sendError } from '../answers/send-error.ts';
import { type Origin, originOf } from './addresses.ts';

export const AUTHENTICATION_TYPE = 'application/opds-authentication+json';

/** Address of the document that says how to sign in. */
function authenticationAddress({ site, mount }: Origin): string {
  return `${site}${mount}/opds/v2/auth`;
}

/** How to sign in (OPDS Authentication 1.0): a name or mail address with the password, or anything with an API key. */
export function authenticationDocument(origin: Origin, serverName: string) {
  return {
    id: authenticationAddress(origin),
    title: serverName,
    description: 'Sign in with your name and password, or with an API key as the password.',
    authentication: [
      { type: 'http://opds-spec.org/auth/basic', labels: { login: 'Name', password: 'Password or API key' } },
    ],
    links: [{ rel: 'help', href: `${origin.site}/me/connections`, type: 'text/html' }],
  };
}

/** Browsers would open a dialog over a page of ours. */
function isOfScript({ headers }: FastifyRequest): boolean {
  return headers['x-requested-with']?.toString().toLowerCase() === 'xmlhttprequest';
}

/**
 * Answers errors of the catalogs: an unauthenticated client gets the authentication document, other errors are as in the main API.
 */
export function sendCatalogError(
  ctx: Context,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (!(error instanceof AppError) || error.kind !== 'Unauthorized') {
    return sendError(ctx.log.http, error, request, reply);
  }
  const origin = originOf(request, ctx.config.server.publicUrl);
  const address = authenticationAddress(origin);
  if (!isOfScript(request)) void reply.header('www-authenticate', challengeOf(request));
  return reply
    .code(401)
    .header('link', `<${address}>; rel="http://opds-spec.org/auth/document"; type="${AUTHENTICATION_TYPE}"`)
    .header('cache-control', 'no-store')
    .type(AUTHENTICATION_TYPE)
    .send(Buffer.from(JSON.stringify(authenticationDocument(origin, ctx.settings.get('application.name')))));
}
