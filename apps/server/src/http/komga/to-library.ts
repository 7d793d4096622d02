import {
  BOOK_FORMATS,
  FORMAT_LABELS,
  type FormatId,
  type FormatLabel,
  listFormats,
  type Library,
} from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { kept } from './patch-shapes.ts';

/** Scan intervals of the dialect, as cron schedules. */
const INTERVALS: Readonly<Record<string, string | null>> = {
  DISABLED: null,
  HOURLY: '0 * * * *',
  EVERY_6H: '0 */6 * * *',
  EVERY_12H: '0 */12 * * *',
  DAILY: '0 0 * * *',
  WEEKLY: '0 0 * * 0',
};

/** The interval that comes nearest to a schedule. */
function toInterval({ enabled, cronSchedule }: Library['scanningConfig']): string {
  if (!enabled || cronSchedule === null) return 'DISABLED';
  return Object.keys(INTERVALS).find((name) => INTERVALS[name] === cronSchedule) ?? 'DAILY';
}

const flag = z.boolean().nullish();
/** Options that change files of books, which this server never does. */
const never = z.literal(false, 'must be false: this server changes no files of books').nullish();

const fields = {
  scanInterval: z.enum(['DISABLED', 'HOURLY', 'EVERY_6H', 'EVERY_12H', 'DAILY', 'WEEKLY']).nullish(),
  scanDirectoryExclusions: z
    .array(
      z
        .string()
        .regex(/^[^\n\r]*$/, 'must be one line')
        .max(1_000),
    )
    .max(500)
    .nullish(),
  scanOnStartup: flag,
  scanCbx: flag,
  scanPdf: flag,
  scanEpub: flag,
  emptyTrashAfterScan: flag,
  repairExtensions: never,
  convertToCbz: never,
  oneshotsDirectory: z
    .union([z.null(), z.literal('')], 'must be empty: this server keeps no books apart by their folder')
    .optional(),
};

/** A change of a library. The options in `FIXED` are ignored. */
export const LibraryPatch = z.object({ name: kept(z.string()), root: kept(z.string()), ...fields });
/** A new library. */
export const NewLibrary = LibraryPatch.extend({ name: z.string(), root: z.string() });
type Patch = Omit<z.output<typeof LibraryPatch>, 'name' | 'root'>;

const FORMATS = {
  scanCbx: listFormats('comic'),
  scanEpub: listFormats('ebook'),
  scanPdf: listFormats('document'),
} as const;

/** The allowed formats after a change. @returns null for all formats; undefined when the change names none */
function formatsAfter(patch: Patch, before: readonly FormatLabel[] | null): FormatLabel[] | null | undefined {
  const names = Object.keys(FORMATS) as (keyof typeof FORMATS)[];
  if (names.every((name) => typeof patch[name] !== 'boolean')) return undefined;
  const kept = new Set<FormatLabel>(before ?? FORMAT_LABELS);
  for (const name of names) {
    for (const format of FORMATS[name]) {
      const { label } = BOOK_FORMATS[format];
      if (patch[name] === true) kept.add(label);
      if (patch[name] === false) kept.delete(label);
    }
  }
  if (kept.size === 0) {
    const message = 'or scanPdf or scanEpub must be true';
    throw new AppError('BadRequest', `"scanCbx" in the body ${message}`, { details: [{ path: 'scanCbx', message }] });
  }
  return kept.size === FORMAT_LABELS.length ? null : [...kept];
}

function scanningAfter({ scanInterval: interval, scanOnStartup, emptyTrashAfterScan }: Patch) {
  const schedule = typeof interval === 'string' ? INTERVALS[interval] : undefined;
  return {
    ...(schedule === undefined ? {} : { enabled: schedule !== null, cronSchedule: schedule }),
    ...(typeof scanOnStartup === 'boolean' ? { scanOnStart: scanOnStartup } : {}),
    ...(typeof emptyTrashAfterScan === 'boolean' ? { purgeDeletedOnScan: emptyTrashAfterScan } : {}),
  };
}

/**
 * A change of the dialect as settings of this server.
 * @throws {AppError} `BadRequest` where no format would be left
 */
export function toSettings(patch: Patch, before: { readonly allowedFormats: readonly FormatLabel[] | null }) {
  const allowedFormats = formatsAfter(patch, before.allowedFormats);
  const { scanDirectoryExclusions: exclusions } = patch;
  return {
    scanningConfig: scanningAfter(patch),
    ...(allowedFormats === undefined ? {} : { allowedFormats }),
    ...(exclusions === undefined ? {} : { excludedPatterns: exclusions === null ? null : exclusions.join('\n') }),
  };
}

/** Options of the dialect that are no settings here, with how this server behaves. */
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

/** A library in the dialect. Only admins see the path. */
export function toDialectLibrary(library: Library, viewer: Viewer): Readonly<Record<string, unknown>> {
  const { id, name, path, isActive, allowedFormats, excludedPatterns, scanningConfig } = library;
  const takes = (formats: readonly FormatId[]): boolean =>
    allowedFormats === null || formats.some((format) => allowedFormats.includes(BOOK_FORMATS[format].label));
  return {
    id,
    name,
    root: viewer.permissions.has('SystemAdmin') ? path : '',
    unavailable: !isActive,
    scanInterval: toInterval(scanningConfig),
    seriesCover: 'FIRST',
    scanDirectoryExclusions: (excludedPatterns ?? '').split('\n').flatMap((line) => (line.trim() === '' ? [] : [line])),
    oneshotsDirectory: null,
    ...FIXED,
    scanOnStartup: scanningConfig.scanOnStart,
    scanCbx: takes(listFormats('comic')),
    scanPdf: takes(listFormats('document')),
    scanEpub: takes(listFormats('ebook')),
    emptyTrashAfterScan: scanningConfig.purgeDeletedOnScan,
  };
}
