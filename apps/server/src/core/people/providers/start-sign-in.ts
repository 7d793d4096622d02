import type { Config } from '#config/schema.ts';
import { AppError } from '#core/errors.ts';
import { requirePresence } from '#core/people/require-password.ts';
import { requirePerson } from '#core/people/sessions.ts';
import type { NotedContext } from '#core/people/sign-in.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Log } from '#log/logger.ts';
import type { OpenId } from '#net/openid/openid.ts';
import { OpenIdFailure } from '#net/openid/openid-failure.ts';
import { say } from '#words/say.ts';
import { type Attempt, cleanReturnPath, sealAttempt } from './attempt.ts';
import { getProvider, type Provider } from './provider.ts';

/** Context of sign-ins elsewhere. */
export interface ElsewhereContext extends NotedContext {
  readonly config: Pick<Config, 'auth' | 'server'>;
  readonly openid: OpenId;
  readonly log: Pick<Log, 'users'>;
}

/** The address at which a request reached the server. */
export interface Door {
  readonly scheme: string;
  readonly host: string;
  readonly prefix: string;
  readonly isKnownHost: boolean;
}

/**
 * Our address for the providers: that of the configuration, or another known one that the browser uses. A made-up `Host` never counts.
 * @returns undefined when only an unknown name is at hand
 */
export function findOwnAddress(
  { server }: Pick<Config, 'server'>,
  { scheme, host, prefix, isKnownHost }: Door,
): string | undefined {
  const { publicUrl } = server;
  const isPublic = publicUrl !== undefined && (!isKnownHost || new URL(publicUrl).host === host);
  if (isPublic) return publicUrl.replace(/\/+$/, '');
  return isKnownHost ? `${scheme}://${host}${prefix}` : undefined;
}

/** Where a provider sends the browser back to. */
export function toCallback(ownAddress: string, provider: string): string {
  return `${ownAddress}/api/v1/auth/oidc/${provider}/callback`;
}

/** Where a provider sends the browser back to after a sign-out. */
export function toAfterLogout(ownAddress: string): string {
  return `${ownAddress}/login`;
}

/** A started sign-in. */
export interface Started {
  /** Where the browser goes. */
  readonly redirectUrl: string;
  /** For a cookie that only the end of the sign-in reads. */
  readonly sealed: string;
}

interface Wanted {
  readonly provider: string;
  readonly returnTo: string | null | undefined;
  readonly door: Door;
}

/** The refusal of a provider that does not answer; its words are for the log. */
function refuseProvider(
  { log }: Pick<ElsewhereContext, 'log'>,
  { name, displayName }: Pick<Provider, 'name' | 'displayName'>,
  error: unknown,
): unknown {
  if (!(error instanceof OpenIdFailure)) return error;
  log.users.warn({ provider: name, failure: error.kind, reason: error.message }, 'sign-in provider failed');
  const message = say('“{name}” does not answer as expected. Try again later', { name: displayName });
  return new AppError('ServiceUnavailable', message, { cause: error });
}

async function start(ctx: ElsewhereContext, wanted: Wanted, link: Attempt['link']): Promise<Started> {
  const returnTo = cleanReturnPath(wanted.returnTo);
  const provider = await getProvider(ctx, wanted.provider);
  const ownAddress = findOwnAddress(ctx.config, wanted.door);
  if (ownAddress === undefined) {
    throw new AppError(
      'BadRequest',
      say('Open this server at its public address, which an admin sets in server.public_url'),
    );
  }
  try {
    const redirectUri = toCallback(ownAddress, provider.name);
    const { url, attempt } = await ctx.openid.begin(provider.client, { redirectUri, scopes: provider.scopes });
    return {
      redirectUrl: url,
      sealed: sealAttempt(ctx.access, { ...attempt, provider: provider.name, returnTo, link }),
    };
  } catch (error) {
    throw refuseProvider(ctx, provider, error);
  }
}

/**
 * Starts a sign-in at a provider.
 * @throws {AppError} `NotFound`, `BadRequest` for the path to return to, `ServiceUnavailable`
 */
export async function startSignIn(ctx: ElsewhereContext, wanted: Wanted): Promise<Started> {
  return start(ctx, wanted, null);
}

/**
 * Starts to link the viewer's account. An identity signs in for ever, so a session shows the password first, unless it is fresh.
 * @throws {AppError} as `startSignIn`; `Forbidden` without a session, `rate_limit_exceeded`
 */
export async function startLink(
  ctx: ElsewhereContext,
  viewer: Viewer,
  wanted: Wanted & { readonly currentPassword: string | undefined; readonly ip: string },
): Promise<Started> {
  requirePerson(viewer);
  const { userId, sessionId, apiKey } = viewer;
  // A session of a key ends with the key, and an identity would not.
  if (sessionId === null || apiKey !== undefined)
    throw new AppError('Forbidden', say('Only a signed-in browser can link an account'));
  await requirePresence(ctx, viewer, wanted.currentPassword, wanted.ip);
  return start(ctx, wanted, { userId, sessionId });
}
