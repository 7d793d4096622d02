import type { SetupStatus } from '@lectern/contract';
import type { z } from 'zod';
import type { Database } from '#db/open.ts';
import { hasUsers } from '#db/repos/users/users.repo.ts';
import type { Mailer } from '#mail/mailer.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { SetupDoor } from './setup-code.ts';
import type { Access } from '#core/sign-in/access.ts';

/** Whether the first user still has to be created, and what people without an account may do (decision A10). */
export async function getSetupStatus(
  ctx: {
    readonly db: Database;
    readonly settings: Settings;
    readonly access: Pick<Access, 'requiresVerification'>;
    readonly mailer: Pick<Mailer, 'problem'>;
  },
  { isFromHere }: Pick<SetupDoor, 'isFromHere'>,
): Promise<z.infer<typeof SetupStatus>> {
  const found = await hasUsers(ctx.db.read);
  return {
    setupRequired: !found,
    hasUsers: found,
    setupCodeRequired: !found && !isFromHere,
    registrationEnabled: ctx.settings.get('auth.registration_enabled'),
    verificationRequired: ctx.access.requiresVerification(),
    mailEnabled: ctx.mailer.problem === undefined,
  };
}
