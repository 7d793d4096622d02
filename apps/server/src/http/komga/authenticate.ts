import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '@lectern/contract';
import type { Context } from '#context/context.ts';
import { AppError } from '#core/errors.ts';
import { openClientSession, prolongClientSession, getClientSession } from '#core/people/client-session.ts';
import { identifyByToken } from '#core/people/identify.ts';
import { renewSession, type SignInClient } from '#core/people/sign-in.ts';
import type { Viewer } from '#core/viewer.ts';
import { say } from '#words/say.ts';
import { identifyByHeaders, noteUse, requirePermission } from '../people/authenticate.ts';
import {
  asksForToken,
  type Exchange,
  giveRemembrance,
  giveSession,
  readRemembrance,
  readSessionCookie,
  readToken,
  rememberMs,
} from './session-cookies.ts';

function toClient({ ip, headers }: FastifyRequest): SignInClient {
  return { ip, userAgent: headers['user-agent']?.slice(0, 512) ?? null };
}

/** The viewer of a session; undefined when it is over. */
async function findViewerByToken(ctx: Context, token: string | undefined): Promise<Viewer | undefined> {
  if (token === undefined) return undefined;
  try {
    return await identifyByToken(ctx, token);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'Unauthorized') return undefined;
    throw error;
  }
}

/** Whether the session cookie belongs to the same user and key as the other credential. */
async function hasSession({ ctx, request }: Exchange, viewer: Viewer): Promise<boolean> {
  const kept = await findViewerByToken(ctx, readSessionCookie(request));
  return kept?.userId === viewer.userId && kept.apiKey?.id === viewer.apiKey?.id;
}

function wantsRemembrance({ query }: FastifyRequest): boolean {
  return (query as Readonly<Record<string, unknown>>)['remember-me'] === 'true';
}

/** Opens a session for a client that sent a password or key, for its later requests without one. */
async function openSession(exchange: Exchange, viewer: Viewer): Promise<void> {
  const { ctx, request } = exchange;
  if (viewer.sessionId !== null) return;
  if (wantsRemembrance(request)) {
    const signedIn = await openClientSession(ctx, viewer, { ...toClient(request), renewMs: rememberMs(ctx) });
    giveSession(exchange, signedIn.access_token);
    giveRemembrance(exchange, signedIn);
    return;
  }
  if (!asksForToken(request) && (await hasSession(exchange, viewer))) return;
  giveSession(exchange, await getClientSession(ctx, viewer, toClient(request)));
}

/** Whether a session shows another account than its own. */
function isBorrowed({ viewedBy, profileOf }: Viewer): boolean {
  return viewedBy !== undefined || profileOf !== undefined;
}

/** Apps get sessions of their own here, which must not outlive the view of an admin or the profile of a child. */
function refuseViewing(viewer: Viewer): void {
  if (isBorrowed(viewer)) throw new AppError('Forbidden', say('Sign in again to use this app'));
}

/** The viewer of a session, which is prolonged or renewed where the server renews sessions. */
async function getViewerBySession(exchange: Exchange): Promise<Viewer> {
  const { ctx, request } = exchange;
  const token = readToken(request);
  const viewer = await findViewerByToken(ctx, token);
  if (viewer !== undefined && token !== undefined) {
    refuseViewing(viewer);
    const next = await prolongClientSession(ctx, viewer, token);
    if (next !== undefined) giveSession(exchange, next);
    return viewer;
  }
  const remembrance = readRemembrance(request);
  if (remembrance === undefined) throw new AppError('Unauthorized', say('Sign in first'));
  const renewed = await renewSession(ctx, remembrance, toClient(request), rememberMs(ctx));
  giveSession(exchange, renewed.access_token);
  giveRemembrance(exchange, renewed);
  return identifyByToken(ctx, renewed.access_token);
}

/** The present viewer of the credential of an earlier request; undefined when it would be refused. */
export async function identifyAppAgain(
  ctx: Context,
  request: FastifyRequest,
  asked: Endpoint['permission'],
): Promise<Viewer | undefined> {
  try {
    const viewer = (await identifyByHeaders(ctx, request)) ?? (await findViewerByToken(ctx, readToken(request)));
    if (viewer === undefined || isBorrowed(viewer)) return undefined;
    requirePermission(viewer, asked);
    return viewer;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * Identifies the viewer by the first of: the headers of the main API (key, name and password, token), X-Auth-Token, cookies.
 * A client with the former gets a session, because apps send parts of their requests without it. A refused header ends the
 * search, whatever the cookies say.
 * @param onCheck called before a password is checked that is not remembered; may throw
 * @throws {AppError} `Unauthorized` or `rate_limit_exceeded`
 */
export async function authenticateApp(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  onCheck: () => void,
): Promise<Viewer> {
  const exchange = { ctx, request, reply };
  const shown = await identifyByHeaders(ctx, request, onCheck);
  if (shown !== undefined) refuseViewing(shown);
  if (shown !== undefined) await openSession(exchange, shown);
  const viewer = shown ?? (await getViewerBySession(exchange));
  refuseViewing(viewer);
  noteUse(ctx, request, viewer);
  return viewer;
}
