import { AuditEntry, type AuditQuery, toTimestamp } from '@lectern/contract';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import type { Database } from '#db/open.ts';
import { type AuditFilter, countAuditRows, listAuditRows } from '#db/repos/system/audit.repo.ts';
import type { AuditEntryTable } from '#db/schema/index.ts';
import type { Refusals } from './refusals.ts';

/** What reading the audit log takes. */
export interface AuditReadContext {
  readonly db: Database;
  readonly refusals: Pick<Refusals, 'settled'>;
}

/** An entry as admins see it. */
export function toAuditEntry(row: AuditEntryTable): AuditEntry {
  const { accountId, accountName, targetKind, targetId, targetName } = row;
  return AuditEntry.parse({
    id: row.id,
    at: toTimestamp(row.at),
    action: row.action,
    category: row.category,
    actor: {
      kind: row.actorKind,
      id: row.actorId,
      name: row.actorName,
      apiKeyId: row.apiKeyId,
      apiKeyName: row.apiKeyName,
    },
    ipAddress: row.ipAddress,
    device: row.device,
    account: accountId === null ? null : { id: accountId, name: accountName },
    target: targetId === null ? null : { kind: targetKind, id: targetId, name: targetName },
    details: JSON.parse(row.details) as unknown,
  });
}

/** The filter of a request. */
export function toAuditFilter({ from, to, ...filter }: AuditQuery): AuditFilter {
  return {
    ...filter,
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
  };
}

/** A page of the audit log, newest first. */
export async function listAudit(
  { db, refusals }: AuditReadContext,
  { page, pageSize, ...query }: AuditQuery & PageWanted,
): Promise<Listed<AuditEntry>> {
  await refusals.settled();
  const filter = toAuditFilter(query);
  const [rows, total] = await Promise.all([
    listAuditRows(db.readHeavy, filter, toSlice({ page, pageSize })),
    countAuditRows(db.readHeavy, filter),
  ]);
  return { rows: rows.map(toAuditEntry), total };
}
