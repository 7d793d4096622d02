import type { Database } from '#db/open.ts';

/** Whether the database answers. */
export async function isHealthy(ctx: { readonly db: Database }): Promise<boolean> {
  try {
    await ctx.db.ping();
    return true;
  } catch {
    return false;
  }
}
