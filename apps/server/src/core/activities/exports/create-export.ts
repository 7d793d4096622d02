import type { CatalogExport, CatalogExportNew } from '@lectern/contract';
import type { z } from 'zod';
import { requireAuditBudget } from '#core/audit/audit-budget.ts';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { findLibrary } from '#db/repos/catalog/libraries.repo.ts';
import { countOpenExports, insertExport } from '#db/repos/system/exports.repo.ts';
import { deleteExportsBeyond } from '#db/repos/system/delete-exports.repo.ts';
import { lockFor } from '#db/sql/dialect.ts';
import { say } from '#words/say.ts';
import {
  endAbandonedExports,
  type ExportsContext,
  getRow,
  missingPermission,
  removeFiles,
  retentionMs,
  toExport,
} from './exports.ts';
import { invalidField } from '#core/invalid-field.ts';

type Wanted = z.output<typeof CatalogExportNew>;

function refuse(path: string, message: string): never {
  throw invalidField(path, message);
}

async function check({ db }: ExportsContext, viewer: Viewer, wanted: Wanted): Promise<void> {
  const { format, exportType, libraryIds, fields = [], bookFields = [] } = wanted;
  if (format === 'csv' && exportType === 'both') {
    refuse('exportType', say('must be series or books for the format CSV, which is one table'));
  }
  if (exportType !== 'books' && fields.length === 0) refuse('fields', say('must have at least one field'));
  if (exportType !== 'series' && bookFields.length === 0) {
    refuse('bookFields', say('must have at least one field'));
  }
  const missing = missingPermission(viewer, exportType);
  if (missing !== undefined)
    throw new AppError('Forbidden', say('This needs the permission {permission}', { permission: missing }));
  for (const id of new Set(libraryIds)) {
    if ((await findLibrary(db.read, viewer, id)) === undefined) {
      throw new AppError('NotFound', `Library ${id} not found`);
    }
  }
}

async function put(tx: Tx, ctx: ExportsContext & AuditContext, viewer: Viewer, wanted: Wanted) {
  const { userId } = viewer;
  await lockFor(tx.kind, tx.write, `exports of ${userId}`);
  const most = ctx.settings.get('exports.max_concurrent_per_user');
  if ((await countOpenExports(tx.read, userId)) >= most) {
    throw new AppError(
      'Conflict',
      say(
        '{count, plural, one {# export is already running. Wait for it or cancel it} other {# exports are already running. Wait for one or cancel one}}',
        { count: most },
      ),
    );
  }
  await requireAuditBudget(tx, viewer, 'export_made');
  const evicted = await deleteExportsBeyond(tx, userId, ctx.settings.get('exports.max_per_user') - 1);
  const id = newId();
  const createdAt = Date.now();
  await insertExport(tx, {
    ...{ id, userId, createdAt, expiresAt: createdAt + retentionMs(ctx) },
    format: wanted.format,
    exportType: wanted.exportType,
    libraryIds: JSON.stringify([...new Set(wanted.libraryIds)]),
    fields: JSON.stringify(wanted.exportType === 'books' ? [] : [...new Set(wanted.fields)]),
    bookFields: JSON.stringify(wanted.exportType === 'series' ? [] : [...new Set(wanted.bookFields)]),
  });
  await ctx.queue.enqueue(tx, 'export_series', { exportId: id, userId });
  const { exportType, format } = wanted;
  const target = { kind: 'export', id, name: `${exportType}.${format}` };
  await writeAudit(tx, ctx, { action: 'export_made', actor: viewer, target });
  return { id, evicted };
}

/**
 * Queues an export. The oldest finished ones over the limit are deleted.
 * @throws {AppError} `BadRequest`, `Forbidden`, `NotFound` for a library, `Conflict` at the limit of open exports, or
 *   `rate_limit_exceeded`
 */
export async function createExport(
  ctx: ExportsContext & AuditContext,
  viewer: Viewer,
  wanted: Wanted,
): Promise<CatalogExport> {
  await check(ctx, viewer, wanted);
  await endAbandonedExports(ctx);
  const { id, evicted } = await ctx.db.transaction(async (tx) => put(tx, ctx, viewer, wanted));
  await removeFiles(ctx, evicted);
  return toExport(await getRow(ctx, viewer, id));
}
