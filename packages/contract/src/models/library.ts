import { z } from 'zod';
import { FORMAT_LABELS } from '../book-formats.ts';
import { LIBRARY_KIND_NAMES } from '../library-kinds.ts';
import { Count, FreeForm, Id, ReadingDirection, Timestamp } from './scalars.ts';

/** What a library mostly holds. */
export const LibraryKind = z.enum(LIBRARY_KIND_NAMES);
export type LibraryKind = z.infer<typeof LibraryKind>;
export const BookStrategy = z.enum(['filename', 'by_format', 'metadata_first', 'smart', 'series_name', 'custom']);
export const NumberStrategy = z.enum(['file_order', 'metadata', 'filename', 'smart']);
export const SeriesStrategy = z.enum([
  'series_volume',
  'series_volume_chapter',
  'flat',
  'publisher_hierarchy',
  'calibre',
  'metadata',
  'custom',
]);
export const BookFormatName = z.enum(FORMAT_LABELS);
export const ScanMode = z.enum(['normal', 'deep']);
export type ScanMode = z.infer<typeof ScanMode>;

/** How folder changes are noticed: native events where possible, polling, or not at all. */
export const WatchMode = z.enum(['auto', 'poll', 'off']);

export const ScanningConfig = z.object({
  enabled: z.boolean(),
  cronSchedule: z.string().nullable(),
  cronTimezone: z.string().nullable(),
  scanMode: ScanMode,
  scanOnStart: z.boolean(),
  purgeDeletedOnScan: z.boolean(),
  watch: WatchMode.default('auto'),
  /** Follows links out of the library's folder. */
  followLinksOutside: z.boolean().default(false),
});

export const Library = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  kind: LibraryKind,
  path: z.string(),
  isActive: z.boolean(),
  allowedFormats: z.array(BookFormatName).nullable(),
  excludedPatterns: z.string().nullable(),
  defaultReadingDirection: ReadingDirection,
  bookStrategy: BookStrategy,
  numberStrategy: NumberStrategy,
  seriesStrategy: SeriesStrategy,
  bookConfig: FreeForm,
  numberConfig: FreeForm,
  seriesConfig: FreeForm,
  autoMatchConditions: FreeForm,
  titlePreprocessingRules: FreeForm,
  scanningConfig: ScanningConfig,
  /** Users who may delete books may move the files of this library to its trash. */
  allowFileDeletion: z.boolean(),
  /** Users who may change books may upload files into this library. */
  allowUploads: z.boolean(),
  bookCount: Count.nullable(),
  seriesCount: Count.nullable(),
  lastScannedAt: Timestamp.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Library = z.infer<typeof Library>;

const ScanningConfigInput = z
  .object({
    enabled: z.boolean(),
    cronSchedule: z.string().min(1).nullable(),
    cronTimezone: z.string().min(1).nullable(),
    scanMode: ScanMode,
    scanOnStart: z.boolean(),
    purgeDeletedOnScan: z.boolean(),
    watch: WatchMode,
    followLinksOutside: z.boolean(),
  })
  .partial();

const ConfigObject = z.record(z.string(), FreeForm).nullable();

/** A title clean-up rule (`titlePreprocessingRules`). */
export const TitleRule = z.object({
  pattern: z.string().min(1).max(1000),
  replacement: z.string().max(1000),
  description: z.string().nullable().optional(),
  enabled: z.boolean().optional(),
});

const fields = {
  name: z.string().trim().min(1, 'must not be empty').max(200),
  path: z.string().min(1, 'must not be empty').max(4096),
  description: z.string().max(2000).nullable(),
  /** Settings of a new library that the request omits follow from it (`LIBRARY_KINDS`). */
  kind: LibraryKind,
  isActive: z.boolean(),
  allowedFormats: z.array(z.string().toUpperCase().pipe(BookFormatName)).nullable(),
  excludedPatterns: z.string().max(20_000).nullable(),
  defaultReadingDirection: ReadingDirection,
  bookStrategy: BookStrategy,
  numberStrategy: NumberStrategy,
  seriesStrategy: SeriesStrategy,
  bookConfig: ConfigObject,
  numberConfig: ConfigObject,
  seriesConfig: ConfigObject,
  autoMatchConditions: ConfigObject,
  titlePreprocessingRules: z.array(TitleRule).max(200).nullable(),
  scanningConfig: ScanningConfigInput.nullable(),
  allowFileDeletion: z.boolean(),
  allowUploads: z.boolean(),
};

export const LibraryUpdate = z.object(fields).partial();
export type LibraryUpdate = z.infer<typeof LibraryUpdate>;

export const LibraryCreate = LibraryUpdate.extend({
  name: fields.name,
  path: fields.path,
  /** Queues a normal scan at once. */
  scanImmediately: z.boolean().optional(),
});
export type LibraryCreate = z.infer<typeof LibraryCreate>;

/** What a scan would find at another path. Lists have a few samples, relative. */
export const PathPreview = z.object({
  /** Absolute, as it would be stored. */
  path: z.string(),
  /** Books whose file has the same path, size and time. */
  matched: Count,
  /** Same path, changed file. */
  changed: Count,
  missing: Count,
  /** Files without a known book. */
  added: Count,
  /** Samples of them; they may be missing books at new paths. */
  sampleAdded: z.array(z.string()),
  sampleChanged: z.array(z.string()),
  sampleMissing: z.array(z.string()),
  /** Unreadable folders and files, whose known content stays. */
  unreadable: z.array(z.string()),
  /** The next scan would ask before it removes the missing books. */
  needsConfirmation: z.boolean(),
});
export type PathPreview = z.infer<typeof PathPreview>;
