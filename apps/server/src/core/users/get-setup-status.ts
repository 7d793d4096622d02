import type { SetupStatus } from '@lectern/contract';
import type { z } from 'zod';
import type { Database } from '#db/open.ts';
import { hasUsers } from '#db/repos/users.repo.ts';
import type { Settings } from '../settings/settings.ts';

/** Whether the first user still has to be created, and whether people may make accounts for themselves (decision A10). */
export async function getSetupStatus(ctx: {
  readonly db: Database;
  readonly settings: Settings;
}): Promise<z.infer<typeof SetupStatus>> {
  const found = await hasUsers(ctx.db.read);
  return { setupRequired: !found, hasUsers: found, registrationEnabled: ctx.settings.get('auth.registration_enabled') };
}
