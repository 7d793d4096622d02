import { FORMAT_IDS, type ImportItem, ImportState, type ImportStatus } from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import { findImportFolderFault } from '#core/settings/check-import-folder.ts';
import type { Viewer } from '#core/viewer.ts';
import type { ReadDb } from '#db/open.ts';
import {
  countImports,
  countImportStates,
  findImport,
  type ImportFilter,
  type ImportRow,
  listImportRows,
  listImportTwins,
  listSeriesOfFolders,
} from '#db/repos/catalog/imports.repo.ts';
import { sayStoredOrNull } from '#words/stored-message.ts';
import type { ImportContext } from './import-context.ts';

const Format = z.enum(FORMAT_IDS);

/** Adds the series that has the folder, and the book with the same content, as the viewer may see them. */
async function toItems(db: ReadDb, viewer: Viewer, rows: readonly ImportRow[]): Promise<ImportItem[]> {
  const twinIds = rows.flatMap(({ duplicateId }) => (duplicateId === null ? [] : [duplicateId]));
  const [twins, series] = await Promise.all([
    listImportTwins(db, viewer, [...new Set(twinIds)]),
    listSeriesOfFolders(db, viewer, [...new Set(rows.map(({ folder }) => folder))]),
  ]);
  return rows.map((row) => {
    const known = series.find(({ libraryId, path }) => libraryId === row.libraryId && path === row.folder);
    const { id, path, fileSize, libraryId, folder, fileName } = row;
    return {
      ...{ id, path, fileSize, libraryId, folder, fileName },
      fault: sayStoredOrNull(row.fault),
      format: Format.parse(row.format),
      state: ImportState.parse(row.state),
      seriesId: known?.id ?? null,
      seriesTitle: known?.title ?? row.seriesTitle,
      duplicate: twins.find(({ bookId }) => bookId === row.duplicateId) ?? null,
      foundAt: new Date(row.foundAt).toISOString(),
      updatedAt: new Date(row.updatedAt).toISOString(),
    };
  });
}

/** Files of the import folder, the latest first. */
export async function listImports(
  { db }: ImportContext,
  viewer: Viewer,
  { page, pageSize, state }: ImportFilter & PageWanted,
): Promise<Listed<ImportItem>> {
  const [rows, total] = await Promise.all([
    listImportRows(db.read, viewer, { state, ...toSlice({ page, pageSize }) }),
    countImports(db.read, viewer, { state }),
  ]);
  return { rows: await toItems(db.read, viewer, rows), total };
}

/** The stored row. @throws {AppError} `NotFound` */
export async function getImportRow(db: ReadDb, viewer: Viewer, id: string): Promise<ImportRow> {
  const row = await findImport(db, viewer, id);
  if (row === undefined) throw new AppError('NotFound', `Import ${id} not found`);
  return row;
}

/** One file. @throws {AppError} `NotFound` */
export async function getImport({ db }: ImportContext, viewer: Viewer, id: string): Promise<ImportItem> {
  const [item] = await toItems(db.read, viewer, [await getImportRow(db.read, viewer, id)]);
  if (item === undefined) throw new AppError('NotFound', `Import ${id} not found`);
  return item;
}

/** The import folder, what is wrong with it, and how many files there are. */
export async function getImportStatus(ctx: ImportContext, viewer: Viewer): Promise<ImportStatus> {
  const folder = ctx.settings.get('imports.folder');
  const [states, problem] = await Promise.all([
    countImportStates(ctx.db.read, viewer),
    folder === '' ? undefined : findImportFolderFault(ctx, folder),
  ]);
  const counts = { waiting: 0, broken: 0, importing: 0, imported: 0, rejected: 0, failed: 0 };
  for (const { state, count } of states) counts[ImportState.parse(state)] = count;
  return { folder: folder === '' ? null : folder, problem: problem ?? null, counts };
}
