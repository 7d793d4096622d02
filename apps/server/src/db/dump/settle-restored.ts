import { connectForDump } from './connect.ts';
import type { DatabaseLocation } from '../open.ts';

/** Ends tasks that made the backup, or waited to make others: after a restore they would run once more. */
export async function endBackupTasks(location: DatabaseLocation): Promise<void> {
  await using connection = await connectForDump(location, 'write');
  await connection.query(
    `update "task" set "status" = 'cancelled', "completedAt" = "createdAt", "lockedBy" = null, "lockedUntil" = null
     where "status" in ('pending', 'running') and "type" in ('create_backup', 'check_backup', 'drill_backup')`,
  );
}
