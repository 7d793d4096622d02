import { CatalogExport } from '@lectern/contract';
import type { ExportFileRow, ExportRow, ShownExportRow } from '#db/repos/system/exports.repo.ts';

const Stored = CatalogExport.pick({
  ...{ format: true, exportType: true, libraryIds: true, fields: true, bookFields: true },
});

/** What an export is to hold. */
export type ExportWanted = Pick<CatalogExport, 'format' | 'exportType' | 'libraryIds' | 'fields' | 'bookFields'>;

function parsed(json: string): unknown {
  return JSON.parse(json);
}

/** What was asked for, from the stored row. */
export function wantedOf(row: ExportRow): ExportWanted {
  return Stored.parse({
    format: row.format,
    exportType: row.exportType,
    libraryIds: parsed(row.libraryIds),
    fields: parsed(row.fields),
    bookFields: parsed(row.bookFields),
  });
}

/** How its file is called below the folder of exports: nothing in it is input. */
export function exportFileName({ id, format: extension }: ExportFileRow): string {
  return `${id}.${extension}`;
}

function time(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** An export as its owner sees it. */
export function toExport(row: ShownExportRow): CatalogExport {
  const { taskId, progressCurrent, progressTotal } = row;
  const isOpen = taskId !== null && (row.status === 'pending' || row.status === 'running');
  return CatalogExport.parse({
    id: row.id,
    ...wantedOf(row),
    status: row.status,
    fileSizeBytes: row.fileSizeBytes,
    rowCount: row.rowCount,
    error: row.error,
    createdAt: time(row.createdAt),
    startedAt: time(row.startedAt),
    completedAt: time(row.completedAt),
    expiresAt: time(row.expiresAt),
    taskId,
    progress: isOpen ? { current: progressCurrent ?? 0, total: progressTotal ?? 0 } : null,
  });
}
