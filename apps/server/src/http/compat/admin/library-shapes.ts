import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { kept } from '../metadata/shapes.ts';

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
export function intervalOf({
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
export const LibraryPatch = z.object({ name: kept(z.string()), root: kept(z.string()), ...fields });
/** A library as it is asked for. */
export const NewLibrary = LibraryPatch.extend({ name: z.string(), root: z.string() });
type Patch = Omit<z.output<typeof LibraryPatch>, 'name' | 'root'>;

const FORMATS = { scanCbx: ['CBZ', 'CBR'], scanEpub: ['EPUB'], scanPdf: ['PDF'] } as const;
type Format = (typeof FORMATS)[keyof typeof FORMATS][number];
const ALL: readonly Format[] = Object.values(FORMATS).flat();

/** The formats that are left, of those before; none named is all. */
function formatsAfter(patch: Patch, before: readonly Format[] | null): Format[] | null | undefined {
  const names = Object.keys(FORMATS) as (keyof typeof FORMATS)[];
  if (names.every((name) => typeof patch[name] !== 'boolean')) return undefined;
  const kept = new Set<Format>(before ?? ALL);
  for (const name of names) {
    for (const format of FORMATS[name]) {
      if (patch[name] === true) kept.add(format);
      if (patch[name] === false) kept.delete(format);
    }
  }
  if (kept.size === 0) {
    const message = 'or scanPdf or scanEpub must be true';
    throw new AppError('BadRequest', `"scanCbx" in the body ${message}`, { details: [{ path: 'scanCbx', message }] });
  }
  return kept.size === ALL.length ? null : [...kept];
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
export function settingsOf(patch: Patch, before: { readonly allowedFormats: readonly Format[] | null }) {
  const allowedFormats = formatsAfter(patch, before.allowedFormats);
  const { scanDirectoryExclusions: exclusions } = patch;
  return {
    scanningConfig: scanningAfter(patch),
    ...(allowedFormats === undefined ? {} : { allowedFormats }),
    ...(exclusions === undefined ? {} : { excludedPatterns: exclusions === null ? null : exclusions.join('\n') }),
  };
}
