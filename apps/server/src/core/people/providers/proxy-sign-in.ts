import type { LoginResponse } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { factorMissing } from '#core/people/ask-factor.ts';
import { makeNoPasswordHash } from '#core/people/passwords.ts';
import type { BrowserClient, NotedContext } from '#core/people/sign-in.ts';
import type { Config } from '#config/schema.ts';
import { createAddressList } from '#net/address-list.ts';
import { say } from '#words/say.ts';
import { enterAccount } from './enter-account.ts';
import { openAccount } from './find-account.ts';
import { toProxyPerson } from './person.ts';
import { configuredRules, PROXY_NAME, type SignInRules } from './provider.ts';
import { SignInRefusal } from './sign-in-refusal.ts';

/** The connection of a request, and its headers. */
export interface ProxyRequest {
  /** Address at the other end of the connection, whatever headers say. */
  readonly peer: string;
  /** The only value of a header; undefined when it is missing or there twice. */
  readonly readHeader: (name: string) => string | undefined;
}

const MAX_NAME = 200;

function rulesFrom({ linkByName, createAccounts, sessionHours, ...groups }: Config['auth']['proxy']): SignInRules {
  return {
    name: PROXY_NAME,
    rules: configuredRules(groups),
    createsAccounts: createAccounts,
    linksBy: linkByName ? 'name' : null,
    onlyMembers: false,
    defaultRole: 'reader',
    sessionHours,
  };
}

const MESSAGES = {
  'no-account': () => say('This server has no account for you. Ask an admin for one'),
  'link-first': () => say('The account with your name has more rights than your groups give. Ask an admin'),
  'address-taken': () => say('Another account here has your e-mail address. Ask an admin'),
  inactive: () => say('This account is deactivated'),
} as const;

function toError(error: SignInRefusal, { linksBy }: Pick<SignInRules, 'linksBy'>): AppError {
  const known = error.reason in MESSAGES ? (error.reason as keyof typeof MESSAGES) : 'no-account';
  // Without links by name only an address leads to an account.
  const reason = known === 'link-first' && linksBy !== 'name' ? 'address-taken' : known;
  return new AppError('Forbidden', MESSAGES[reason](), { cause: error });
}

interface ProxyContext extends NotedContext {
  readonly config: Pick<Config, 'auth'>;
}

/**
 * Signs in the user that a trusted proxy names. Only this request reads the header: all others need the session that it opens.
 * @throws {AppError} `Forbidden` for a connection that is no trusted proxy's, `BadRequest` without a name, `Unauthorized` without a
 * second factor that is needed, as `signIn`
 */
export async function signInByProxy(
  ctx: ProxyContext,
  { peer, readHeader }: ProxyRequest,
  client: BrowserClient,
): Promise<LoginResponse> {
  const { proxy } = ctx.config.auth;
  if (!createAddressList(proxy.addresses).has(peer)) {
    ctx.access.refused({ ip: client.ip, reason: 'sign-in header', username: undefined });
    throw new AppError('Forbidden', say('This server believes no proxy at the address of this request'));
  }
  const user = readHeader(proxy.userHeader)?.trim() ?? '';
  if (user === '' || user.length > MAX_NAME) {
    throw new AppError('BadRequest', say('The proxy named no user'));
  }
  const person = toProxyPerson({ user, email: readHeader(proxy.emailHeader), groups: readHeader(proxy.groupsHeader) });
  const told = { source: rulesFrom(proxy), person, begunAt: Date.now() };
  await makeNoPasswordHash();
  try {
    const opened = await ctx.db.transaction(async (tx) => openAccount(tx, ctx, told));
    const entered = await enterAccount(ctx, opened, told, client);
    if ('asked' in entered) throw factorMissing(entered.asked);
    return entered.signedIn;
  } catch (error) {
    if (!(error instanceof SignInRefusal)) throw error;
    const { username, id: userId } = error.account ?? { username: undefined };
    const details = { refusal: error.reason };
    ctx.access.refused({ ip: client.ip, reason: 'sign-in header', username, userId, details });
    throw toError(error, told.source);
  }
}
