import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import type { ByteRange, FileAnswer, OpenedFile } from '#core/file-answer.ts';
import type { Viewer } from '#core/viewer.ts';
import { lockFor } from '#db/sql/dialect.ts';
import { findLibrary } from '#db/repos/catalog/libraries.repo.ts';
import type { ExportRow } from '#db/repos/system/exports.repo.ts';
import { hasDoneTo } from '#db/repos/system/audit.repo.ts';
import { findSharingChange } from '#db/repos/people/sharing-grants.repo.ts';
import type { OutgoingFiles } from '#files/sending/outgoing-files.ts';
import { streamFile } from '#files/sending/outgoing-streams.ts';
import { say } from '#words/say.ts';
import {
  endAbandonedExports,
  exportFileName,
  type ExportsContext,
  type ExportWanted,
  getRow,
  missingPermission,
  parseWanted,
} from './exports.ts';

const MEDIA_TYPES: Readonly<Record<ExportWanted['format'], string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  md: 'text/markdown; charset=utf-8',
};

/** Reads in this time are parts of one download. */
const SAME_MS = 3_600_000;

/** Records the first read of a while, whatever part it asks for. */
async function noteRead(
  ctx: ExportsContext & AuditContext,
  viewer: Viewer,
  target: { readonly id: string; readonly name: string },
): Promise<void> {
  const action = 'export_downloaded';
  const actorId = viewer.viewedBy?.userId ?? viewer.userId;
  const deed = { action, actorId, apiKeyId: viewer.apiKey?.id ?? null, targetId: target.id } as const;
  if (await hasDoneTo(ctx.db.read, { ...deed, since: Date.now() - SAME_MS })) return;
  await ctx.db.transaction(async (tx) => {
    await lockFor(tx.kind, tx.write, `reads of export ${target.id}`);
    if (await hasDoneTo(tx.read, { ...deed, since: Date.now() - SAME_MS })) return;
    await writeAudit(tx, ctx, { action, actor: viewer, target: { kind: 'export', ...target } });
  });
}

const DATE_LENGTH = 'yyyy-mm-dd'.length;

function downloadName({ exportType, format }: ExportWanted, completedAt: number): string {
  const what = exportType === 'both' ? 'catalog' : exportType;
  return `lectern-${what}-${new Date(completedAt).toISOString().slice(0, DATE_LENGTH)}.${format}`;
}

/** Refuses a viewer who lost access to a library since: the file holds what they saw then. */
async function checkAccess({ db }: ExportsContext, viewer: Viewer, row: ExportRow): Promise<void> {
  const wanted = parseWanted(row);
  const hidden = new AppError('NotFound', `Export ${row.id} holds what you may no longer see`);
  const missing = missingPermission(viewer, wanted.exportType);
  if (missing !== undefined)
    throw new AppError('Forbidden', say('This needs the permission {permission}', { permission: missing }));
  // Tags and ages of that time are unknown, so any later change of them hides the export.
  if (viewer.sharing !== undefined && (await findSharingChange(db.read)) >= (row.startedAt ?? 0)) throw hidden;
  if (viewer.libraryIds === undefined) return;
  for (const libraryId of wanted.libraryIds) {
    if ((await findLibrary(db.read, viewer, libraryId)) === undefined) throw hidden;
  }
}

/**
 * The file of the viewer's own export, whole or in ranges.
 * @throws {AppError} `NotFound` for the export or its file, `Forbidden`, or `Conflict` until it is complete
 */
export async function downloadExport(
  ctx: ExportsContext & AuditContext & { readonly outgoing: OutgoingFiles },
  viewer: Viewer,
  id: string,
): Promise<FileAnswer> {
  await endAbandonedExports(ctx);
  const row = await getRow(ctx, viewer, id);
  const wanted = parseWanted(row);
  await checkAccess(ctx, viewer, row);
  if (row.status !== 'completed') throw new AppError('Conflict', say('Only a complete export can be downloaded'));
  const name = exportFileName(row);
  if (!(await ctx.exportFiles.has(name))) throw new AppError('NotFound', `The file of export ${id} is gone`);
  const path = ctx.exportFiles.getPath(name);
  const state = await ctx.outgoing.look(path);
  const fileName = downloadName(wanted, row.completedAt ?? row.createdAt);
  const open = async ({ start, end }: ByteRange): Promise<OpenedFile> => {
    await noteRead(ctx, viewer, { id, name: fileName });
    const opened = await ctx.outgoing.open(path, state);
    return { body: streamFile(opened, start, end), length: end - start };
  };
  const { size, modifiedAt } = state;
  return {
    kind: 'file',
    contentType: MEDIA_TYPES[wanted.format],
    etag: `${id}-${size.toString(36)}-${Math.round(modifiedAt).toString(36)}`,
    lastModifiedAt: modifiedAt,
    fileName,
    length: size,
    parts: { length: size, open },
    open: async () => open({ start: 0, end: size }),
  };
}
