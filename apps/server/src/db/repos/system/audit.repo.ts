import { sql, type SqlBool } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import type { AuditEntryTable } from '../../schema/index.ts';
import { countRows, isFound, readColumn, type Slice, writeChunked } from '../rows/read-rows.ts';

/** Which entries; what is absent does not matter. */
export interface AuditFilter {
  readonly category?: string | undefined;
  readonly action?: string | undefined;
  /** Entries by this account or about it. */
  readonly userId?: string | undefined;
  readonly apiKeyId?: string | undefined;
  readonly ipAddress?: string | undefined;
  /** Part of a name, in any case. */
  readonly search?: string | undefined;
  /** Epoch milliseconds. */
  readonly from?: number | undefined;
  /** Epoch milliseconds; entries before it. */
  readonly to?: number | undefined;
}

/** The form in which names are stored and searched. */
export function auditNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Appends entries. */
export async function insertAuditEntries(tx: Tx, rows: readonly AuditEntryTable[]): Promise<void> {
  await writeChunked(rows, (some) => tx.write.insertInto('auditEntry').values(some));
}

function filtered(db: ReadDb, filter: AuditFilter) {
  const { category, action, userId = '', apiKeyId, ipAddress, search = '', from, to } = filter;
  const part = `%${auditNameKey(search).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return db
    .selectFrom('auditEntry')
    .$if(category !== undefined, (query) => query.where('category', '=', category ?? ''))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(userId !== '', (query) =>
      query.where((eb) => eb.or([eb('actorId', '=', userId), eb('accountId', '=', userId)])),
    )
    .$if(apiKeyId !== undefined, (query) => query.where('apiKeyId', '=', apiKeyId ?? ''))
    .$if(ipAddress !== undefined, (query) => query.where('ipAddress', '=', ipAddress ?? ''))
    .$if(search !== '', (query) => query.where(sql<SqlBool>`"nameKeys" like ${part} escape '\\'`))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('at', '<', to ?? 0));
}

/** Entries of a page, newest first. */
export async function listAuditRows(
  db: ReadDb,
  filter: AuditFilter,
  { limit, offset }: Slice,
): Promise<AuditEntryTable[]> {
  return filtered(db, filter)
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many entries match. */
export async function countAuditRows(db: ReadDb, filter: AuditFilter): Promise<number> {
  return countRows(filtered(db, filter));
}

/** What a person did since a time, in epoch milliseconds. */
interface Deeds {
  readonly actorId: string;
  readonly action: string;
  readonly since: number;
}

function listDeeds(db: ReadDb, { actorId, action, since }: Deeds) {
  return db
    .selectFrom('auditEntry')
    .where('actorId', '=', actorId)
    .where('at', '>', since)
    .where('action', '=', action);
}

/**
 * When a person did something for the last time but some.
 * @param deeds.number 1 for the last time
 * @returns undefined when it was less often
 */
export async function findLatestEntryTime(
  db: ReadDb,
  { number, ...deeds }: Deeds & { readonly number: number },
): Promise<number | undefined> {
  const query = listDeeds(db, deeds)
    .select('at')
    .orderBy('at', 'desc')
    .limit(1)
    .offset(number - 1);
  return (await query.executeTakeFirst())?.at;
}

/** Whether a person did something to one thing. @param deeds.apiKeyId of the key that was used; null for none */
export async function hasDoneTo(
  db: ReadDb,
  { targetId, apiKeyId, ...deeds }: Deeds & { readonly targetId: string; readonly apiKeyId: string | null },
): Promise<boolean> {
  return isFound(
    listDeeds(db, deeds)
      .select('id')
      .where('targetId', '=', targetId)
      .where('apiKeyId', 'is not distinct from', apiKeyId),
  );
}

/** The place of an entry in the order of time. */
type AuditPlace = Pick<AuditEntryTable, 'at' | 'id'>;

/** Entries after one, oldest first. @param after undefined to begin */
export async function listAuditAfter(
  db: ReadDb,
  filter: AuditFilter,
  after: AuditPlace | undefined,
  limit: number,
): Promise<AuditEntryTable[]> {
  return filtered(db, filter)
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('at', 'id'), '>', eb.tuple(after?.at ?? 0, after?.id ?? ''))),
    )
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Deletes old entries.
 * @param before epoch milliseconds
 * @returns how many; `limit` when there may be more
 */
export async function deleteAuditBefore(tx: Tx, before: number, limit: number): Promise<number> {
  const query = tx.read.selectFrom('auditEntry').select('id').where('at', '<', before).orderBy('at').limit(limit);
  return deleteAudit(tx, await readColumn(query, 'id'));
}

/** Deletes the oldest entries of an action beyond a number. @returns how many; `limit` when there may be more */
export async function deleteAuditBeyond(
  tx: Tx,
  action: string,
  { keep, limit }: { readonly keep: number; readonly limit: number },
): Promise<number> {
  const query = tx.read
    .selectFrom('auditEntry')
    .select('id')
    .where('action', '=', action)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(keep);
  return deleteAudit(tx, await readColumn(query, 'id'));
}

async function deleteAudit(tx: Tx, ids: readonly string[]): Promise<number> {
  await writeChunked(ids, (some) => tx.write.deleteFrom('auditEntry').where('id', 'in', some));
  return ids.length;
}
