import { createHash } from 'node:crypto';
import type { FactorAsked, LoginResponse } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { makeNoPasswordHash } from '#core/people/passwords.ts';
import type { BrowserClient } from '#core/people/sign-in.ts';
import { lockUsers } from '#core/people/user-row.ts';
import type { Tx } from '#db/open.ts';
import { spendToken } from '#db/repos/people/identities.repo.ts';
import { OpenIdFailure } from '#net/openid/openid-failure.ts';
import { type Attempt, ATTEMPT_MS, openAttempt } from './attempt.ts';
import { enterAccount, type Told } from './enter-account.ts';
import { linkAccount, openAccount, type OpenedAccount } from './find-account.ts';
import { writeLostMember } from './lost-member.ts';
import { isSubject, type Person, toPerson } from './person.ts';
import { getProvider, type Provider, type ProvidersContext } from './provider.ts';
import { SignInRefusal, type SignInRefusalReason } from './sign-in-refusal.ts';
import type { ElsewhereContext } from './start-sign-in.ts';

/** What the browser brought back from a provider. */
export interface Return {
  /** Name of the provider in the address. */
  readonly provider: string;
  /** Of the address, as it came. */
  readonly query: string;
  /** The cookie of the attempt. */
  readonly sealed: string | undefined;
  readonly client: BrowserClient;
}

/** The end of a sign-in or a link. `returnTo` is a path of the web app. */
export type Finished =
  | { readonly ok: true; readonly signedIn: LoginResponse | null; readonly returnTo: string }
  /** The provider is the first factor, and the second one is missing. */
  | { readonly ok: true; readonly asked: FactorAsked; readonly returnTo: string }
  | { readonly ok: false; readonly reason: SignInRefusalReason; readonly isLink: boolean };

/** A digest of a token that is good once. */
export function digestToken(use: 'state' | 'logout', text: string): string {
  return createHash('sha256').update(`${use} ${text}`).digest('base64url');
}

function requireAttempt(ctx: ElsewhereContext, { provider, query, sealed }: Return): Attempt {
  const attempt = openAttempt(ctx.access, sealed);
  // The answer of one provider at the address of another is a mix-up, by accident or on purpose.
  const isSame = attempt?.provider === provider && new URLSearchParams(query).get('state') === attempt.state;
  if (attempt === undefined || !isSame) throw new SignInRefusal('expired');
  return attempt;
}

async function findProvider(ctx: ProvidersContext, name: string): Promise<Provider> {
  try {
    return await getProvider(ctx, name);
  } catch (error) {
    // An admin removed it or switched it off meanwhile.
    if (error instanceof AppError) throw new SignInRefusal('expired');
    throw error;
  }
}

/**
 * Refuses what the identity table cannot hold.
 * @throws {OpenIdFailure} whose words are for the log
 */
function requireSubject({ subject }: Person): void {
  if (isSubject(subject)) return;
  throw new OpenIdFailure('invalid', 'The subject is longer than 255 characters, or has signs that no text has');
}

async function askProvider(
  ctx: ElsewhereContext,
  provider: Provider,
  attempt: Attempt,
  query: string,
): Promise<Person> {
  try {
    const person = toPerson(provider, await ctx.openid.finish(provider.client, attempt, query));
    requireSubject(person);
    return person;
  } catch (error) {
    if (!(error instanceof OpenIdFailure)) throw error;
    ctx.log.users.warn(
      { provider: provider.name, failure: error.kind, reason: error.message },
      'sign-in provider failed',
    );
    throw new SignInRefusal(error.kind);
  }
}

/** Spends the state: a second answer with it opens nothing, also at another process. */
async function spendState(tx: Tx, { state }: Attempt): Promise<void> {
  const now = Date.now();
  if (await spendToken(tx, digestToken('state', state), now + ATTEMPT_MS, now)) return;
  throw new SignInRefusal('expired');
}

/** The provider with its rules of now. Refuses the answer of one that an admin switched off, removed or moved while it was asked. */
async function getSameProvider(tx: Tx, ctx: ElsewhereContext, { name, client }: Provider): Promise<Provider> {
  await lockUsers(tx);
  const now = await findProvider({ ...ctx, db: tx }, name);
  if (now.client.issuer !== client.issuer) throw new SignInRefusal('expired');
  return now;
}

interface Entering {
  readonly account: OpenedAccount;
  readonly told: Told<Provider>;
}

/** Opens the account of a person. A person who is no member any more also loses what is open. */
async function open(ctx: ElsewhereContext, told: Told<Provider>, attempt: Attempt): Promise<Entering | undefined> {
  const { link } = attempt;
  let now = told;
  try {
    return await ctx.db.transaction(async (tx) => {
      await spendState(tx, attempt);
      now = { ...told, source: await getSameProvider(tx, ctx, told.source) };
      if (link === null) return { account: await openAccount(tx, ctx, now), told: now };
      await linkAccount(tx, ctx, now, link);
      return undefined;
    });
  } catch (error) {
    const isLost = error instanceof SignInRefusal && error.reason === 'not-member';
    if (isLost) await ctx.db.transaction(async (tx) => writeLostMember(tx, ctx, now));
    throw error;
  }
}

type Opened = { readonly signedIn: LoginResponse | null } | { readonly asked: FactorAsked };

/** Links an account, or signs in to one. */
async function finish(
  ctx: ElsewhereContext,
  told: Told<Provider>,
  attempt: Attempt,
  client: BrowserClient,
): Promise<Opened> {
  // Slow once, so not inside the transaction.
  await makeNoPasswordHash();
  const entering = await open(ctx, told, attempt);
  if (entering === undefined) return { signedIn: null };
  return await enterAccount(ctx, entering.account, entering.told, client);
}

/** Finishes a sign-in or a link at a provider. Refusals are logged, and their reason is for the page. */
export async function finishSignIn(ctx: ElsewhereContext, back: Return): Promise<Finished> {
  const { client } = back;
  let isLink = false;
  let known: Provider | undefined;
  try {
    const attempt = requireAttempt(ctx, back);
    isLink = attempt.link !== null;
    const begunAt = Date.now();
    const source = await findProvider(ctx, attempt.provider);
    known = source;
    const person = await askProvider(ctx, source, attempt, back.query);
    const finished = await finish(ctx, { source, person, begunAt }, attempt, client);
    return { ok: true, ...finished, returnTo: attempt.returnTo };
  } catch (error) {
    if (!(error instanceof SignInRefusal)) throw error;
    const { username, id: userId } = error.account ?? { username: undefined };
    // A name in the address may be made up, so only that of a known provider is noted.
    const details = { ...(known === undefined ? {} : { source: known.name }), refusal: error.reason };
    ctx.access.refused({ ip: client.ip, reason: 'sign-in provider', username, userId, details });
    return { ok: false, reason: error.reason, isLink };
  }
}
