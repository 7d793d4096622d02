import type { Library } from '@lectern/contract';
import { getLibrary } from '#core/catalog/get-library.ts';
import { listLibraries } from '#core/catalog/list-libraries.ts';
import type { Viewer } from '#core/viewer.ts';
import { type DoorRoute, viewerOf } from '../door.ts';
import { intervalOf } from './admin/library-shapes.ts';
import { json } from './answer.ts';
import { byId, idOf } from './paths.ts';

/** More libraries than any server has. */
const MOST = 10_000;

/** What has no counterpart here, and how it is done anyway. */
const FIXED = {
  importComicInfoBook: true,
  importComicInfoSeries: true,
  importComicInfoCollection: false,
  importComicInfoReadList: false,
  importComicInfoSeriesAppendVolume: false,
  importEpubBook: true,
  importEpubSeries: true,
  importMylarSeries: true,
  importLocalArtwork: true,
  importBarcodeIsbn: false,
  scanForceModifiedTime: false,
  repairExtensions: false,
  convertToCbz: false,
  hashFiles: true,
  hashPages: false,
  hashKoreader: true,
  analyzeDimensions: true,
};

/** A library in the dialect; its folder is for those who administer the server. */
export function toDialectLibrary(library: Library, viewer: Viewer): Readonly<Record<string, unknown>> {
  const { id, name, path, isActive, allowedFormats, excludedPatterns, scanningConfig } = library;
  const takes = (...formats: readonly string[]): boolean =>
    allowedFormats === null || allowedFormats.some((format) => formats.includes(format));
  return {
    id,
    name,
    root: viewer.permissions.has('SystemAdmin') ? path : '',
    unavailable: !isActive,
    scanInterval: intervalOf(scanningConfig),
    seriesCover: 'FIRST',
    scanDirectoryExclusions: (excludedPatterns ?? '').split('\n').flatMap((line) => (line.trim() === '' ? [] : [line])),
    oneshotsDirectory: null,
    ...FIXED,
    scanOnStartup: scanningConfig.scanOnStart,
    scanCbx: takes('CBZ', 'CBR'),
    scanPdf: takes('PDF'),
    scanEpub: takes('EPUB'),
    emptyTrashAfterScan: scanningConfig.purgeDeletedOnScan,
  };
}

export const libraryRoutes: readonly DoorRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/libraries',
    endpoint: { permission: ['LibrariesRead'] },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const { rows } = await listLibraries(ctx, viewer, { page: 1, pageSize: MOST });
      return json(rows.map((library) => toDialectLibrary(library, viewer)));
    },
  },
  {
    method: 'GET',
    path: '/api/v1/libraries/{id}',
    endpoint: { permission: ['LibrariesRead'], params: byId },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      return json(toDialectLibrary(await getLibrary(ctx, viewer, idOf(request)), viewer));
    },
  },
];
