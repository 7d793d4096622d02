import { writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Tx } from '#db/open.ts';
import { deleteFactors } from '#db/repos/people/factors.repo.ts';
import { writeUserSessionEnds } from '#db/repos/people/sessions.repo.ts';
import { findUserByLogin } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { say } from '#words/say.ts';
import type { FactorChangeContext } from './authenticator-apps.ts';
import { tellOwner } from './factor-mails.ts';
import { requireReach } from './require-reach.ts';
import { getUserRow, lockUsers } from './user-row.ts';

async function writeRemoval(
  tx: Tx,
  ctx: FactorChangeContext,
  user: UserTable,
  actor: Viewer | 'operator',
): Promise<void> {
  await deleteFactors(tx, user.id);
  await writeUserSessionEnds(tx, user.id, Date.now());
  tx.afterCommit(() => ctx.access.forgetUser(user.id));
  await writeAudit(tx, ctx, { action: 'factor_removed', actor, account: user, details: { kind: 'all' } });
  if (user.secondFactor === 1) await tellOwner(tx, ctx, user, 'factorRemoved');
}

/**
 * Removes the second factors of a user who has lost them, for a viewer who manages accounts. Sessions end: one of them may
 * belong to the finder of the lost device.
 * @throws {AppError} `NotFound` or `Forbidden`, also for the viewer's own account
 */
export async function deleteUserFactors(ctx: FactorChangeContext, viewer: Viewer, userId: string): Promise<void> {
  await requireReach(ctx.db.read, viewer, await getUserRow(ctx.db.read, userId));
  // A stolen session of a manager must not remove the factor that it lacks.
  if (viewer.userId === userId) throw new AppError('Forbidden', say('Remove your own second factor in your profile'));
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const user = await getUserRow(tx.read, userId);
    await requireReach(tx.read, viewer, user);
    await writeRemoval(tx, ctx, user, viewer);
  });
}

/**
 * Removes the second factors of the user with this name or e-mail address, for the operator of the machine.
 * @throws {AppError} `NotFound`
 */
export async function operateFactors(ctx: FactorChangeContext, login: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const user = await findUserByLogin(tx.read, login);
    if (user === undefined) throw new AppError('NotFound', `User "${login}" not found`);
    await writeRemoval(tx, ctx, user, 'operator');
  });
}
