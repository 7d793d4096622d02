import type { SetupStatus } from '@lectern/contract';
import type { z } from 'zod';
import type { Database } from '#db/open.ts';
import { hasUsers } from '#db/repos/users.repo.ts';

/** Whether the first user still has to be created. Registration by strangers is off (decision A10). */
export async function getSetupStatus(ctx: { readonly db: Database }): Promise<z.infer<typeof SetupStatus>> {
  const found = await hasUsers(ctx.db.read);
  return { setupRequired: !found, hasUsers: found, registrationEnabled: false };
}
