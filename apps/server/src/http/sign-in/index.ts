import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FactorAsked, ProviderName } from '@lectern/contract';
import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { AppError } from '#core/errors.ts';
import { endByLogoutToken, endBySid } from '#core/people/providers/end-provider-sessions.ts';
import { type Finished, finishSignIn } from '#core/people/providers/finish-sign-in.ts';
import { say } from '#words/say.ts';
import { admit } from '../people/admit.ts';
import { readAttemptCookie, replaceSession, setAttemptCookie } from '../people/cookies.ts';
import { browserClient, getPlaceArrival } from '../people/factor-client.ts';
import { inWords } from '../people/request-words.ts';
import { getPathPrefix } from '../reach/path-prefix.ts';
import type { RouteFacts } from '../requests/route-facts.ts';
import { rejectMalformedInput, type RequestPart, validate } from '../requests/validate.ts';

const Params = z.object({ provider: ProviderName });
const FrontChannel = z.object({ iss: z.string().max(500), sid: z.string().min(1).max(500) });
const MAX_TOKEN = 20_000;

/** These addresses are for browsers and programs of a provider, so they are no rows of the contract: none answers with JSON. */
interface ProviderRoute {
  readonly method: 'GET' | 'POST';
  readonly path: 'callback' | 'backchannel-logout' | 'frontchannel-logout';
  readonly facts?: RouteFacts;
  readonly serve: (ctx: Context, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

function check<Shape extends z.ZodType>(part: RequestPart, shape: Shape, value: unknown): z.output<Shape> {
  rejectMalformedInput(part, value);
  return validate(part, shape, value) as z.output<Shape>;
}

const PUBLIC = { tag: '', summary: '', permission: 'public', answer: 'none' } as const;

/** The sign-in page asks for the second factor. Its ticket is behind `#`, which browsers send to no server. */
function toSecondStep(asked: FactorAsked, returnTo: string): string {
  const text = Buffer.from(JSON.stringify(asked)).toString('base64url');
  return `/login?next=${encodeURIComponent(returnTo)}#${text}`;
}

/** The web app has a page for a refused sign-in, and the page of the account for a refused link. */
function chooseTarget(finished: Finished): string {
  if (finished.ok && 'asked' in finished) return toSecondStep(finished.asked, finished.returnTo);
  if (finished.ok) return finished.returnTo;
  return `${finished.isLink ? '/me' : '/login'}?refused=${finished.reason}`;
}

async function serveCallback(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { provider } = check('path', Params, request.params);
  const prefix = getPathPrefix(request);
  const { protocol, ip, headers } = request;
  const client = { secure: protocol === 'https', prefix, cookies: headers.cookie };
  const arrival = getPlaceArrival(request);
  const mark = /\?.*$/s.exec(request.url);
  const finished = await finishSignIn(ctx, {
    provider,
    query: mark?.[0] ?? '',
    sealed: readAttemptCookie(client),
    client: browserClient(ctx, {
      ...client,
      ip,
      userAgent: headers['user-agent']?.slice(0, 512) ?? null,
      languages: headers['accept-language']?.slice(0, 1024),
      arrival,
      // Browsers send none when they open a page. The next step comes from the page at this address.
      origin: `${arrival.scheme}://${arrival.host}`,
    }),
  });
  const answering = { header: (name: string, value: string): void => void reply.header(name, value) };
  setAttemptCookie(ctx.config, client, answering, '');
  if (finished.ok && 'signedIn' in finished && finished.signedIn !== null) {
    await replaceSession(ctx, client, answering, finished.signedIn);
  }
  // The address has the code in it: no page that follows may learn it.
  void reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store');
  return reply.redirect(prefix + chooseTarget(finished), 303);
}

/** @see OpenID Connect Back-Channel Logout 1.0, section 2.5 */
async function serveBackChannel(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { provider } = check('path', Params, request.params);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
  const text = isForm && Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
  const token = new URLSearchParams(text).get('logout_token') ?? '';
  if (token === '' || token.length > MAX_TOKEN) throw new AppError('BadRequest', say('The logout token is missing'));
  await endByLogoutToken(ctx, provider, token);
  return reply.code(200).header('cache-control', 'no-store').send();
}

/** @see OpenID Connect Front-Channel Logout 1.0, section 3 */
async function serveFrontChannel(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { provider } = check('path', Params, request.params);
  const { iss: issuer, sid } = check('query', FrontChannel, request.query);
  await endBySid(ctx, provider, { issuer, sid });
  return reply.code(200).header('cache-control', 'no-store').send();
}

const ROUTES: readonly ProviderRoute[] = [
  { method: 'GET', path: 'callback', facts: { changes: true }, serve: serveCallback },
  { method: 'POST', path: 'backchannel-logout', facts: { takesFile: true }, serve: serveBackChannel },
  { method: 'GET', path: 'frontchannel-logout', facts: { changes: true }, serve: serveFrontChannel },
];

/** Opens the addresses that sign-in providers know. */
export async function openSignIn(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(
    async (door) => {
      for (const { method, path, facts = {}, serve } of ROUTES) {
        door.route({
          method,
          url: `/:provider/${path}`,
          config: facts,
          onRequest: async (request, reply) => inWords(request, async () => admit(ctx, request, reply, PUBLIC)),
          handler: async (request, reply) => inWords(request, async () => serve(ctx, request, reply)),
        });
      }
    },
    { prefix: '/api/v1/auth/oidc' },
  );
}
