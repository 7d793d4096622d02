import {
  api,
  BOOK_FORMATS,
  FORMAT_LABELS,
  type FormatId,
  type FormatLabel,
  formatsOfKind,
  type Library,
  LibraryCreate,
  LibraryUpdate,
} from '@lectern/contract';
import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { requestLibraryAnalysis } from '#core/activities/analyze/request-analysis.ts';
import { startScan } from '#core/activities/scan/control-scans.ts';
import { purgeLibrary } from '#core/activities/scan/purge-deleted.ts';
import { createLibrary } from '#core/catalog/libraries/create-library.ts';
import { deleteLibrary, getLibrary, listLibraries, updateLibrary } from '#core/catalog/libraries/libraries.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { type DialectAnswer, type DialectRequest, type DialectRoute, viewerOf } from '../requests/dialect-route.ts';
import { validate } from '../requests/validate.ts';
import { ACCEPTED, Flag, json } from './answer.ts';
import { kept } from './metadata.ts';
import { byId, idOf } from './paths.ts';

/** How often a library is looked through, as schedules say it. */
const INTERVALS: Readonly<Record<string, string | null>> = {
  DISABLED: null,
  HOURLY: '0 * * * *',
  EVERY_6H: '0 */6 * * *',
  EVERY_12H: '0 */12 * * *',
  DAILY: '0 0 * * *',
  WEEKLY: '0 0 * * 0',
};

/** The interval that comes nearest to a schedule. */
function intervalOf({
  enabled,
  cronSchedule,
}: {
  readonly enabled: boolean;
  readonly cronSchedule: string | null;
}): string {
  if (!enabled || cronSchedule === null) return 'DISABLED';
  return Object.keys(INTERVALS).find((name) => INTERVALS[name] === cronSchedule) ?? 'DAILY';
}

const flag = z.boolean().nullish();
/** What would change files of books, which this server never does. */
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

/** What can be said of a library; what has one way here (`FIXED`) may be said, and stays as it is. */
const LibraryPatch = z.object({ name: kept(z.string()), root: kept(z.string()), ...fields });
/** A library as it is asked for. */
const NewLibrary = LibraryPatch.extend({ name: z.string(), root: z.string() });
type Patch = Omit<z.output<typeof LibraryPatch>, 'name' | 'root'>;

const FORMATS = {
  scanCbx: formatsOfKind('comic'),
  scanEpub: formatsOfKind('ebook'),
  scanPdf: formatsOfKind('document'),
} as const;

/** The formats that are left, of those before; none named is all. */
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
 * The settings here that those of the dialect come to.
 * @throws {AppError} `BadRequest` where no format would be left
 */
function settingsOf(patch: Patch, before: { readonly allowedFormats: readonly FormatLabel[] | null }) {
  const allowedFormats = formatsAfter(patch, before.allowedFormats);
  const { scanDirectoryExclusions: exclusions } = patch;
  return {
    scanningConfig: scanningAfter(patch),
    ...(allowedFormats === undefined ? {} : { allowedFormats }),
    ...(exclusions === undefined ? {} : { excludedPatterns: exclusions === null ? null : exclusions.join('\n') }),
  };
}

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
function toDialectLibrary(library: Library, viewer: Viewer): Readonly<Record<string, unknown>> {
  const { id, name, path, isActive, allowedFormats, excludedPatterns, scanningConfig } = library;
  const takes = (formats: readonly FormatId[]): boolean =>
    allowedFormats === null || formats.some((format) => allowedFormats.includes(BOOK_FORMATS[format].label));
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
    scanCbx: takes(formatsOfKind('comic')),
    scanPdf: takes(formatsOfKind('document')),
    scanEpub: takes(formatsOfKind('ebook')),
    emptyTrashAfterScan: scanningConfig.purgeDeletedOnScan,
  };
}

export const libraryRoutes: readonly DialectRoute[] = [
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

async function addLibrary(ctx: Context, request: DialectRequest): Promise<DialectAnswer> {
  const viewer = viewerOf(request);
  const { name, root: path, ...patch } = NewLibrary.parse(request.body);
  const settings = settingsOf(patch, { allowedFormats: null });
  const wanted = validate('body', LibraryCreate, { name, path, ...settings, scanImmediately: true });
  return json(toDialectLibrary(await createLibrary(ctx, viewer, LibraryCreate.parse(wanted)), viewer));
}

async function changeLibrary(ctx: Context, request: DialectRequest): Promise<DialectAnswer> {
  const [viewer, id] = [viewerOf(request), idOf(request)];
  const { name, root: path, ...patch } = LibraryPatch.parse(request.body);
  const settings = settingsOf(patch, await getLibrary(ctx, viewer, id));
  // Who is not shown the folder sends the empty one back.
  const wanted = validate('body', LibraryUpdate, { name, ...(path === '' ? {} : { path }), ...settings });
  await updateLibrary(ctx, viewer, id, LibraryUpdate.parse(wanted));
  return undefined;
}

async function removeLibrary(ctx: Context, request: DialectRequest): Promise<DialectAnswer> {
  await deleteLibrary(ctx, viewerOf(request), idOf(request));
  return undefined;
}

async function scanLibrary(ctx: Context, request: DialectRequest): Promise<DialectAnswer> {
  const mode = (request.query as { readonly deep?: boolean }).deep === true ? 'deep' : 'normal';
  try {
    await startScan(ctx, viewerOf(request), { libraryId: idOf(request), mode });
  } catch (error) {
    // What was asked for is being done.
    if (!(error instanceof AppError) || error.kind !== 'Conflict') throw error;
  }
  return ACCEPTED;
}

/** Reading the files of a library again, which is what both of the dialect's ways to ask for it come to. */
async function readAnew(ctx: Context, request: DialectRequest): Promise<DialectAnswer> {
  await requestLibraryAnalysis(ctx, viewerOf(request), { libraryId: idOf(request), isForced: true });
  return ACCEPTED;
}

async function emptyTrash(ctx: Context, request: DialectRequest): Promise<DialectAnswer> {
  await purgeLibrary(ctx, viewerOf(request), idOf(request), request.signal);
  return ACCEPTED;
}

const Deep = z.object({ deep: Flag });

/** Libraries, for those who manage them. */
export const managedLibraryRoutes: readonly DialectRoute[] = [
  {
    method: 'POST',
    path: '/api/v1/libraries',
    endpoint: { permission: api.createLibrary.permission, body: NewLibrary },
    answer: addLibrary,
  },
  {
    method: 'PATCH',
    path: '/api/v1/libraries/{id}',
    endpoint: { permission: api.updateLibrary.permission, params: byId, body: LibraryPatch },
    answer: changeLibrary,
  },
  {
    method: 'DELETE',
    path: '/api/v1/libraries/{id}',
    endpoint: { permission: api.deleteLibrary.permission, params: byId },
    answer: removeLibrary,
  },
  {
    method: 'POST',
    path: '/api/v1/libraries/{id}/scan',
    endpoint: { permission: api.startScan.permission, params: byId, query: Deep },
    answer: scanLibrary,
  },
  {
    method: 'POST',
    path: '/api/v1/libraries/{id}/analyze',
    endpoint: { permission: api.analyzeLibrary.permission, params: byId },
    answer: readAnew,
  },
  {
    method: 'POST',
    path: '/api/v1/libraries/{id}/metadata/refresh',
    endpoint: { permission: api.analyzeLibrary.permission, params: byId },
    answer: readAnew,
  },
  {
    method: 'POST',
    path: '/api/v1/libraries/{id}/empty-trash',
    endpoint: { permission: api.purgeLibrary.permission, params: byId },
    answer: emptyTrash,
  },
];
