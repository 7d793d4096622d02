import type { FactorAsked, LoginResponse } from '@lectern/contract';
import { askForFactor, type ProviderSession } from '#core/people/ask-factor.ts';
import { requireUsed } from '#core/people/prove-factor.ts';
import { showBrowser } from '#core/people/remembered-browsers.ts';
import { needsFactor } from '#core/people/require-factor.ts';
import { type BrowserClient, type NotedContext, openNotedSession } from '#core/people/sign-in.ts';
import { lockUsers } from '#core/people/user-row.ts';
import { isIdentityOpen } from '#db/repos/people/identities.repo.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import type { OpenedAccount } from './find-account.ts';
import type { Person } from './person.ts';
import type { SignInRules } from './provider.ts';
import { SignInRefusal } from './sign-in-refusal.ts';

const HOUR_MS = 3_600_000;

/** A person, and the source that told of them. */
export interface Told<Source extends SignInRules = SignInRules> {
  readonly source: Source;
  readonly person: Person;
  /** Epoch milliseconds: before the source was read, and before it told. */
  readonly begunAt: number;
}

function toIdentity({ identityId: id }: OpenedAccount, { source, person, begunAt }: Told): ProviderSession {
  return { id, sid: person.sid, until: Date.now() + source.sessionHours * HOUR_MS, begunAt };
}

/**
 * Opens a session for the account of a person. The source is the first factor. Accounts that need a second one show it here, unless
 * the source says that it asked for several.
 * @throws {SignInRefusal} when the account changed meanwhile
 */
export async function enterAccount(
  ctx: NotedContext,
  opened: OpenedAccount,
  told: Told,
  client: BrowserClient,
): Promise<{ readonly signedIn: LoginResponse } | { readonly asked: FactorAsked }> {
  const { user: known } = opened;
  const identity = toIdentity(opened, told);
  const isRemembered = !told.person.showedFactors && known.secondFactor === 1;
  const shown = isRemembered ? await showBrowser(ctx, known.id, client.remembered) : undefined;
  const factor = told.person.showedFactors ? 'provider' : (shown?.kind ?? null);
  if (factor === null && needsFactor(ctx.access, known)) {
    return { asked: await askForFactor(ctx, known, client.place, identity) };
  }
  const { signedIn } = await openNotedSession(ctx, known, client, async (tx) => {
    // An unlink or a logout at the same time ends this session, or is seen here.
    await lockUsers(tx);
    const user = await findUser(tx.read, known.id);
    const isThere = user?.isActive === 1 && (await isIdentityOpen(tx.read, known.id, identity));
    if (!isThere) throw new SignInRefusal('expired', known);
    if (shown !== undefined) await requireUsed(tx, shown);
    return { user, factor, identity, details: { source: told.source.name } };
  });
  return { signedIn };
}
