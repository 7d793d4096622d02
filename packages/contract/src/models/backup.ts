import { z } from 'zod';
import { Count, Id, Timestamp } from './scalars.ts';

/** Name of a backup, without its file ending. */
export const BackupId = z.string().regex(/^lectern-\d{8}-\d{6}-[0-9a-f]{8}$/, 'must be the id of a backup');

/** A backup in the folder of backups. */
export const Backup = z.object({
  id: BackupId,
  reason: z.enum(['manual', 'scheduled', 'migration']),
  createdAt: Timestamp,
  sizeBytes: Count,
  isEncrypted: z.boolean(),
  /** Of Lectern. */
  version: z.string(),
  databaseKind: z.enum(['sqlite', 'postgres']),
  migration: z.string(),
  rowCount: Count,
  bookCount: Count,
  userCount: Count,
  /** When every entry was last read and compared. */
  verifiedAt: Timestamp.nullable(),
  /** When it was last restored into a scratch database and compared. */
  drilledAt: Timestamp.nullable(),
  /** What the last check found wrong. */
  fault: z.string().nullable(),
});
export type Backup = z.infer<typeof Backup>;

/** State of backups in words. */
export const BackupFinding = z.object({
  state: z.enum(['ok', 'warning', 'problem']),
  message: z.string(),
  advice: z.string().nullable(),
});

export const BackupList = z.object({ folder: z.string(), backups: z.array(Backup), findings: z.array(BackupFinding) });
export type BackupList = z.infer<typeof BackupList>;

/** The task that does the work. */
export const BackupTask = z.object({ taskId: Id });
