import type { CatalogExport, Permission } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';

/** What a viewer lacks to have a file with this; undefined when nothing is missing. */
export function missingPermission(
  { permissions }: Pick<Viewer, 'permissions'>,
  exportType: CatalogExport['exportType'],
): Permission | undefined {
  if (exportType !== 'books' && !permissions.has('SeriesRead')) return 'SeriesRead';
  return exportType !== 'series' && !permissions.has('BooksRead') ? 'BooksRead' : undefined;
}
