import { Readable } from 'node:stream';
import type { AuditEntry, AuditQuery } from '@lectern/contract';
import { type AuditReadContext, toAuditEntry, toAuditFilter } from '#core/audit/list-audit.ts';
import { type AuditContext, recordAudit } from '#core/audit/write-audit.ts';
import type { FileAnswer } from '#core/file-answer.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { ReadDb } from '#db/open.ts';
import { type AuditFilter, listAuditAfter } from '#db/repos/system/audit.repo.ts';
import type { AuditEntryTable } from '#db/schema/index.ts';
import { exportText } from './export-text.ts';

type Format = 'csv' | 'jsonl';

/** Entries read at once. */
const BATCH = 500;

async function* readAll(db: ReadDb, filter: AuditFilter): AsyncGenerator<AuditEntry, void> {
  let last: AuditEntryTable | undefined;
  do {
    const rows = await listAuditAfter(db, filter, last, BATCH);
    last = rows.length < BATCH ? undefined : rows.at(-1);
    for (const row of rows) yield toAuditEntry(row);
  } while (last !== undefined);
}

const CELLS: Readonly<Record<string, (entry: AuditEntry) => string | null>> = {
  at: ({ at }) => at,
  action: ({ action }) => action,
  category: ({ category }) => category,
  actorKind: ({ actor }) => actor.kind,
  actorId: ({ actor }) => actor.id,
  actorName: ({ actor }) => actor.name,
  apiKeyId: ({ actor }) => actor.apiKeyId,
  apiKeyName: ({ actor }) => actor.apiKeyName,
  ipAddress: ({ ipAddress }) => ipAddress,
  device: ({ device }) => device,
  accountId: ({ account }) => account?.id ?? null,
  accountName: ({ account }) => account?.name ?? null,
  targetKind: ({ target }) => target?.kind ?? null,
  targetId: ({ target }) => target?.id ?? null,
  targetName: ({ target }) => target?.name ?? null,
  details: ({ details }) => JSON.stringify(details),
  id: ({ id }) => id,
};

const SECTION = {
  name: 'audit',
  heading: '',
  anchor: '',
  fields: Object.entries(CELLS).map(([key, read]) => {
    return { key, label: key, multiValue: false, userSpecific: false, read };
  }),
} as const;

async function* toText(entries: AsyncIterable<AuditEntry>, format: Format): AsyncGenerator<string, void> {
  const csv = exportText('csv', 1);
  if (format === 'csv') yield csv.openSection(SECTION, 0);
  let index = 0;
  for await (const entry of entries) {
    yield format === 'csv' ? csv.row(SECTION, entry, index) : `${JSON.stringify(entry)}\n`;
    index += 1;
  }
}

const TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/jsonl; charset=utf-8',
};

const DATE_LENGTH = 'yyyy-mm-dd'.length;

/** The audit log as a file, oldest first. The entry about the export is the last one that may be in it. */
export async function exportAudit(
  ctx: AuditReadContext & AuditContext,
  viewer: Viewer,
  { format, ...query }: AuditQuery & { readonly format: Format },
): Promise<FileAnswer> {
  await ctx.refusals.settled();
  const { from, to } = query;
  const details = { format, from: from ?? null, to: to ?? null };
  await recordAudit(ctx, { action: 'audit_exported', actor: viewer, details });
  const filter = toAuditFilter({ ...query, to: to ?? new Date().toISOString() });
  return {
    kind: 'file',
    contentType: TYPES[format],
    etag: newId(),
    isSecret: true,
    fileName: `lectern-audit-${new Date().toISOString().slice(0, DATE_LENGTH)}.${format}`,
    open: async () => ({ body: Readable.from(toText(readAll(ctx.db.readHeavy, filter), format)) }),
  };
}
