import { writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import { lockUsers } from '#core/people/user-row.ts';
import { type ProviderSessions, spendToken, writeProviderSessionEnds } from '#db/repos/people/identities.repo.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import type { Tx } from '#db/open.ts';
import { OpenIdFailure } from '#net/openid/openid-failure.ts';
import { say } from '#words/say.ts';
import { digestToken } from './finish-sign-in.ts';
import { getProvider, isSameIssuer } from './provider.ts';
import type { ElsewhereContext } from './start-sign-in.ts';

async function writeEnds(tx: Tx, ctx: ElsewhereContext, source: string, which: ProviderSessions): Promise<void> {
  // A sign-in that is on its way is ended here, or sees that it was.
  await lockUsers(tx);
  const userIds = await writeProviderSessionEnds(tx, which, Date.now());
  for (const userId of userIds) {
    const account = await findUser(tx.read, userId);
    await writeAudit(tx, ctx, { action: 'sessions_ended', actor: 'provider', account, details: { source } });
  }
  tx.afterCommit(() => {
    for (const userId of userIds) ctx.access.forgetUser(userId);
  });
}

/**
 * Ends the sessions that a logout token of a provider names. A token is good once.
 * @throws {AppError} `BadRequest` for a token that fails a check, `NotFound` for the provider
 */
export async function endByLogoutToken(ctx: ElsewhereContext, name: string, token: string): Promise<void> {
  const provider = await getProvider(ctx, name);
  try {
    const { issuer, tokenId, subject, sid, expiresAt } = await ctx.openid.readLogout(provider.client, token);
    await ctx.db.transaction(async (tx) => {
      const isFirst = await spendToken(tx, digestToken('logout', `${issuer} ${tokenId}`), expiresAt, Date.now());
      if (!isFirst) throw new OpenIdFailure('invalid', 'The token was used before');
      await writeEnds(tx, ctx, name, { issuer, subject, sid });
    });
  } catch (error) {
    if (!(error instanceof OpenIdFailure)) throw error;
    ctx.log.users.warn({ provider: provider.name, reason: error.message }, 'logout of a sign-in provider refused');
    throw new AppError('BadRequest', say('The logout token is not valid'), { cause: error });
  }
}

/**
 * Ends one session that a provider names in a page of its own (Front-Channel Logout 1.0). Only the provider and its user know the
 * `sid`. A wrong one changes nothing, and the answer is the same.
 */
export async function endBySid(
  ctx: ElsewhereContext,
  name: string,
  { issuer, sid }: { readonly issuer: string; readonly sid: string },
): Promise<void> {
  const { client } = await getProvider(ctx, name);
  if (!isSameIssuer(issuer, client.issuer)) return;
  await ctx.db.transaction(async (tx) => writeEnds(tx, ctx, name, { issuer, sid }));
}
