import type { ScanMode, ScanStatus } from '@lectern/contract';
import { getLibrary } from '#core/catalog/get-library.ts';
import { AppError } from '#core/errors.ts';
import { foldersOf } from '#core/naming/file-names.ts';
import type { Viewer } from '#core/viewer.ts';
import { listBookPaths } from '#db/repos/scanning/scan.repo.ts';
import { visibleSeries } from '#db/repos/visibility.ts';
import { type ScanControl, startScan } from './control-scans.ts';

interface FolderTarget {
  readonly libraryId: string;
  readonly mode: ScanMode;
  /** Relative to the root, as somebody typed it. */
  readonly folder: string;
}

/** The folder in the way paths are kept: `/` separated, no empty steps. */
function normalized(folder: string): string {
  const steps = folder.split('/').filter((step) => step !== '' && step !== '.');
  if (!steps.includes('..') && !folder.startsWith('/') && !/[\\\0]/.test(folder)) return steps.join('/');
  const message = 'Must be a path below the library, without ".."';
  throw new AppError('BadRequest', message, { details: [{ path: 'path', message }] });
}

/**
 * Queues a scan of what lies below one folder of a library; without a folder, of all.
 * @throws {AppError} `NotFound`, `BadRequest` for a path that leads out, or `Conflict` while a scan of the library waits or runs
 */
export async function startFolderScan(ctx: ScanControl, viewer: Viewer, target: FolderTarget): Promise<ScanStatus> {
  await getLibrary(ctx, viewer, target.libraryId);
  const { libraryId, mode } = target;
  const folder = normalized(target.folder);
  return startScan(ctx, viewer, { libraryId, mode, ...(folder === '' ? {} : { folders: [folder] }) });
}

/** The deepest folder that all of them are in. */
function commonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map(foldersOf);
  const length = others.reduce((shared, folders) => {
    const differs = first.slice(0, shared).findIndex((step, index) => folders[index] !== step);
    return differs < 0 ? shared : differs;
  }, first.length);
  return first.slice(0, length).join('/');
}

/**
 * Queues a scan of the folder that all books of a series are in.
 * @throws {AppError} `NotFound`, or `Conflict` while a scan of its library waits or runs
 */
export async function startSeriesScan(
  ctx: ScanControl,
  viewer: Viewer,
  seriesId: string,
  mode: ScanMode,
): Promise<ScanStatus> {
  const series = await visibleSeries(ctx.db.read, viewer, { includeDeleted: true })
    .select('series.libraryId')
    .where('series.id', '=', seriesId)
    .executeTakeFirst();
  if (series === undefined) throw new AppError('NotFound', `Series ${seriesId} not found`);
  const folder = commonFolder(await listBookPaths(ctx.db.read, seriesId));
  return startFolderScan(ctx, viewer, { libraryId: series.libraryId, mode, folder });
}
