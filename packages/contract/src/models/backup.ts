import { z } from 'zod';
import { Count, Id, Timestamp } from './scalars.ts';
import { CurrentPassword } from './user.ts';

/** Name of a backup, without its file ending. */
export const BackupId = z.string().regex(/^lectern-\d{8}-\d{6}-[0-9a-f]{8}$/, 'must be the id of a backup');

/** A backup in the folder of backups. */
export const Backup = z.object({
  id: BackupId,
  /** `added`: a file from elsewhere that an admin sent. */
  reason: z.enum(['manual', 'scheduled', 'migration', 'added']),
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

/** How the last restore ended. */
export const LastRestore = z.object({
  /** `undone`: the server did not come up with the restored state, and the state before is back. */
  state: z.enum(['restored', 'undone']),
  /** File name of the backup. */
  backup: z.string(),
  endedAt: Timestamp,
  /** Why it was undone. */
  reason: z.string().nullable(),
  /** Folder and schema of PostgreSQL that keep the state that was not chosen. */
  keptFolder: z.string(),
  keptSchema: z.string().nullable(),
});
export type LastRestore = z.infer<typeof LastRestore>;

export const BackupList = z.object({
  folder: z.string(),
  backups: z.array(Backup),
  findings: z.array(BackupFinding),
  lastRestore: LastRestore.nullable(),
});
export type BackupList = z.infer<typeof BackupList>;

/** The task that does the work. */
export const BackupTask = z.object({ taskId: Id });

/** What an admin weighs before a restore. */
export const RestorePreview = z.object({
  backup: Backup,
  /** The present state. */
  now: z.object({
    version: z.string(),
    databaseKind: z.enum(['sqlite', 'postgres']),
    rowCount: Count,
    bookCount: Count,
    userCount: Count,
  }),
  /** Why the backup cannot be restored now. */
  obstacle: z.string().nullable(),
  /** Whether the backup is encrypted and the configuration has no passphrase. */
  needsPassphrase: z.boolean(),
  /** About how much space a restore takes; null for backups of earlier releases. */
  neededBytes: Count.nullable(),
  /** Free space on the disk of the data folder; null where the system does not tell. */
  freeBytes: Count.nullable(),
});
export type RestorePreview = z.infer<typeof RestorePreview>;

export const RestoreRequest = z.object({
  currentPassword: CurrentPassword.optional(),
  /** Of a backup that was made with another passphrase than that of the configuration. It is not stored. */
  passphrase: z.string().min(1).max(1_000).optional(),
});

/** Bytes of one part of a backup file that is sent to the server. */
export const MAX_BACKUP_PART_BYTES = 8_388_608;

export const BackupUploadNew = z.object({
  /** Of the whole file. */
  sizeBytes: z.int().min(1, 'must be 1 or more'),
});

export const BackupUpload = z.object({ id: BackupId, receivedBytes: Count });

export const BackupUploadBegun = BackupUpload.extend({
  /** Most bytes of one part. */
  partBytes: Count,
});

export const BackupUploadEnd = z.object({
  /** Of a backup that was made with another passphrase than that of the configuration. It is not stored. */
  passphrase: z.string().min(1).max(1_000).optional(),
});
