import type { AppSecret, FactorMade, LoginResponse, PasskeyAsked, PasskeyMade } from '@lectern/contract';
import type { Tx } from '#db/open.ts';
import { writePasskey } from '#db/repos/people/passkeys.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import {
  checkNewApp,
  type FactorChangeContext,
  makeAppSecret,
  writeFactorAdded,
  writeNewApp,
} from './authenticator-apps.ts';
import { describeDevice } from './describe-device.ts';
import { checkNewPasskey, makeCreationOptions } from './factors/passkey-checks.ts';
import { type PasskeyPlace, requirePasskeyPlace } from './factors/passkey-place.ts';
import { type Begun, getBegun, getStillBegun, tooLate } from './finish-sign-in.ts';
import { passkeyInUse, toPasskeyRow } from './passkey-rows.ts';
import { type FactorClient, refusePasskey } from './prove-factor.ts';
import { type FactorContext, isFactorRequired } from './require-factor.ts';
import { type NotedClient, type NotedContext, openNotedSession } from './sign-in.ts';
import { deriveChallenge } from './tickets.ts';
import { lockUsers } from './user-row.ts';

/** Uses the ticket up, unless another request has set a factor up meanwhile. @throws {AppError} `Unauthorized` */
async function getStillFirst(tx: Tx, { access }: FactorContext, begun: Begun): Promise<UserTable> {
  await lockUsers(tx);
  const user = await getStillBegun(tx, begun);
  if (user.secondFactor === 1 || !isFactorRequired(access, user)) throw tooLate();
  return user;
}

/**
 * The secret of an app for an account that needs its first second factor to sign in.
 * @throws {AppError} `Unauthorized`
 */
export async function startFirstApp(ctx: FactorContext, text: string): Promise<AppSecret> {
  const { user, ticket } = await getBegun(ctx, 'first factor', text);
  return makeAppSecret(ctx.access, user, ticket);
}

/**
 * Stores the first second factor of an account, and opens its session.
 * @throws {AppError} `Unauthorized` for a late ticket, `BadRequest` for a wrong code, `rate_limit_exceeded`
 */
export async function finishFirstApp(
  ctx: NotedContext & FactorChangeContext,
  { ticket: text, code }: { readonly ticket: string; readonly code: string },
  client: NotedClient,
): Promise<LoginResponse & FactorMade> {
  const begun = await getBegun(ctx, 'first factor', text);
  const app = checkNewApp(ctx.access, begun.user, { ticket: begun.ticket, code, ip: client.ip });
  const { signedIn, opened } = await openNotedSession(ctx, begun.user, client, async (tx) => {
    const user = await getStillFirst(tx, ctx, begun);
    const { recoveryCodes } = await writeNewApp(tx, ctx, user, { app, sessionId: null });
    return { user, factor: 'app', identity: begun.identity, recoveryCodes };
  });
  return { ...signedIn, recoveryCodes: opened.recoveryCodes };
}

/**
 * Options for the passkey of an account that needs its first second factor to sign in.
 * @throws {AppError} `Unauthorized`, or `BadRequest` where browsers have no passkeys
 */
export async function startFirstPasskey(
  ctx: FactorContext,
  text: string,
  place: PasskeyPlace | undefined,
): Promise<PasskeyAsked> {
  const { user, ticket } = await getBegun(ctx, 'first factor', text);
  const options = await makeCreationOptions({
    place: requirePasskeyPlace(place),
    serverName: ctx.access.serverName(),
    user,
    challenge: deriveChallenge(ctx.access, ticket),
    known: [],
  });
  return { ticket: text, options };
}

/**
 * Stores the passkey that is the first second factor of an account, and opens its session.
 * @throws {AppError} `Unauthorized` for a late ticket, `BadRequest` for a wrong answer, `Conflict` for a known passkey
 */
export async function finishFirstPasskey(
  ctx: NotedContext & FactorChangeContext,
  { ticket: text, passkey: made }: { readonly ticket: string; readonly passkey: PasskeyMade },
  client: NotedClient & FactorClient,
): Promise<LoginResponse & FactorMade> {
  const begun = await getBegun(ctx, 'first factor', text);
  const question = { place: requirePasskeyPlace(client.place), challenge: deriveChallenge(ctx.access, begun.ticket) };
  const checked = await checkNewPasskey(made, question);
  if (checked === undefined) return refusePasskey(ctx, client.ip, begun.user);
  const row = toPasskeyRow(checked, {
    userId: begun.user.id,
    name: describeDevice(client.userAgent),
    host: question.place.host,
  });
  const { signedIn, opened } = await openNotedSession(ctx, begun.user, client, async (tx) => {
    const user = await getStillFirst(tx, ctx, begun);
    if (!(await writePasskey(tx, row))) throw passkeyInUse();
    const { recoveryCodes } = await writeFactorAdded(tx, ctx, user, { kind: 'passkey', sessionId: null });
    return { user, factor: 'passkey', identity: begun.identity, recoveryCodes };
  });
  return { ...signedIn, recoveryCodes: opened.recoveryCodes };
}
