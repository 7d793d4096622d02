import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#context/context.ts';
import { AppError } from '#core/errors.ts';
import { say } from '#words/say.ts';
import { sendError } from '../answers/send-error.ts';
import { getChallenge, isOfScript } from '../people/authenticate.ts';
import { inWords } from '../people/request-words.ts';
import { type Origin, getOrigin } from './addresses.ts';
import { AUTHENTICATION } from './media-types.ts';

function authenticationAddress({ site, mount }: Origin): string {
  return `${site}${mount}/opds/v2/auth`;
}

/** How to sign in (OPDS Authentication 1.0): name or e-mail address with the password, or any name with an API key. */
export function authenticationDocument(origin: Origin, serverName: string) {
  return {
    id: authenticationAddress(origin),
    title: serverName,
    description: say('Sign in with your name and password, or with an API key as the password.'),
    authentication: [
      {
        type: 'http://opds-spec.org/auth/basic',
        labels: { login: say('User name'), password: say('Password or API key') },
      },
    ],
    links: [{ rel: 'help', href: `${origin.site}/me/connections`, type: 'text/html' }],
  };
}

/** Answers 401 with the authentication document; other errors are as in the main API. */
export function sendCatalogError(
  ctx: Context,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (!(error instanceof AppError) || error.kind !== 'Unauthorized') {
    return sendError(ctx.log.http, error, request, reply);
  }
  const origin = getOrigin(request, ctx.config.server.publicUrl);
  const address = authenticationAddress(origin);
  const serverName = ctx.settings.get('application.name');
  if (!isOfScript(request)) void reply.header('www-authenticate', getChallenge(request));
  return reply
    .code(401)
    .header('link', `<${address}>; rel="http://opds-spec.org/auth/document"; type="${AUTHENTICATION}"`)
    .header('cache-control', 'no-store')
    .type(AUTHENTICATION)
    .header('vary', 'accept-language')
    .send(Buffer.from(JSON.stringify(inWords(request, () => authenticationDocument(origin, serverName)))));
}
