import type { Tx } from '../../open.ts';
import { readChunked } from '../rows/read-rows.ts';
import { OPEN, type ExportFileRow } from './exports.repo.ts';

/** Deletes an export of a user. @returns what names its file; undefined when there is none */
export async function deleteExport(tx: Tx, userId: string, id: string): Promise<ExportFileRow | undefined> {
  return tx.write
    .deleteFrom('catalogExport')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(['id', 'format'])
    .executeTakeFirst();
}

async function deleteRows(tx: Tx, ids: readonly string[]): Promise<ExportFileRow[]> {
  return readChunked(ids, (some) =>
    tx.write.deleteFrom('catalogExport').where('id', 'in', some).returning(['id', 'format']),
  );
}

/** Deletes ended exports of a user except the newest. @returns what names their files */
export async function deleteExportsBeyond(tx: Tx, userId: string, kept: number): Promise<ExportFileRow[]> {
  const rows = await tx.read
    .selectFrom('catalogExport')
    .select('id')
    .where('userId', '=', userId)
    .where('status', 'not in', OPEN)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return deleteRows(
    tx,
    rows.slice(kept).map(({ id }) => id),
  );
}

/** Deletes ended exports that have expired. @returns what names their files */
export async function deleteExpiredExports(tx: Tx, now: number): Promise<ExportFileRow[]> {
  const rows = await tx.read
    .selectFrom('catalogExport')
    .select('id')
    .where('expiresAt', '<=', now)
    .where('status', 'not in', OPEN)
    .execute();
  return deleteRows(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Deletes the oldest completed exports beyond a total size. @returns what names their files */
export async function deleteExportsOverCap(tx: Tx, maxBytes: number): Promise<ExportFileRow[]> {
  const rows = await tx.read
    .selectFrom('catalogExport')
    .select(['id', 'fileSizeBytes'])
    .where('status', '=', 'completed')
    .orderBy('completedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  let total = 0;
  const over = rows.filter(({ fileSizeBytes }) => {
    total += fileSizeBytes ?? 0;
    return total > maxBytes;
  });
  return deleteRows(
    tx,
    over.map(({ id }) => id),
  );
}
