import { join } from 'node:path';
import type { LastRestore } from '@lectern/contract';
import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import { readLastOutcome } from '#files/backups/restore-journal.ts';
import { sayStoredOrNull } from '#words/stored-message.ts';

const Outcome = z.object({
  state: z.enum(['restored', 'undone']),
  backup: z.string(),
  endedAt: z.int(),
  aside: z.string(),
  asideSchema: z.string().nullable(),
  reason: z.string().nullable(),
});

/** How the last restore ended; null without any. */
export async function findLastRestore({ config }: { readonly config: Config }): Promise<LastRestore | null> {
  const found = Outcome.safeParse(await readLastOutcome(config.dataDir)).data;
  if (found === undefined) return null;
  const { state, backup, endedAt, aside, asideSchema, reason } = found;
  return {
    ...{ state, backup, reason: sayStoredOrNull(reason), endedAt: new Date(endedAt).toISOString() },
    keptFolder: join(config.dataDir, aside),
    keptSchema: asideSchema,
  };
}
