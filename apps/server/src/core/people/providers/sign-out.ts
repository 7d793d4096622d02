import { signOut } from '#core/people/sign-in.ts';
import type { Viewer } from '#core/viewer.ts';
import { findSessionProvider } from '#db/repos/people/identities.repo.ts';
import { OpenIdFailure } from '#net/openid/openid-failure.ts';
import { listProviders } from './provider.ts';
import { type Door, type ElsewhereContext, findOwnAddress, toAfterLogout } from './start-sign-in.ts';

/**
 * Ends the viewer's session. A provider that does not answer keeps no session open here.
 * @returns where the browser signs out at the provider that opened the session; undefined where there is nothing to do
 */
export async function signOutElsewhere(ctx: ElsewhereContext, viewer: Viewer, door: Door): Promise<string | undefined> {
  const { sessionId } = viewer;
  const name = sessionId === null ? undefined : await findSessionProvider(ctx.db.read, sessionId);
  await signOut(ctx, viewer);
  if (name === undefined) return undefined;
  const provider = (await listProviders(ctx)).find((one) => one.name === name);
  const ownAddress = findOwnAddress(ctx.config, door);
  if (provider?.logsOut !== true || ownAddress === undefined) return undefined;
  try {
    return await ctx.openid.endSession(provider.client, toAfterLogout(ownAddress));
  } catch (error) {
    if (!(error instanceof OpenIdFailure)) throw error;
    const { kind: failure, message: reason } = error;
    ctx.log.users.warn({ provider: name, failure, reason }, 'sign-out at a sign-in provider failed');
    return undefined;
  }
}
