import { z } from 'zod';
import { Count, Id, Timestamp } from './scalars.ts';

const EXPORT_FORMATS = ['json', 'csv', 'md'] as const;

/** csv is one table and excludes `both`. */
const EXPORT_TYPES = ['series', 'books', 'both'] as const;

export const SERIES_EXPORT_FIELDS = [
  'series_name',
  'series_id',
  'library_id',
  'library_name',
  'path',
  'created_at',
  'updated_at',
  'title',
  'summary',
  'publisher',
  'status',
  'year',
  'language',
  'authors',
  'genres',
  'tags',
  'alternate_titles',
  'collections',
  'expected_book_count',
  'expected_chapter_count',
  'actual_book_count',
  'unread_book_count',
  'progress',
  'user_rating',
  'user_notes',
  'community_avg_rating',
  'external_ratings',
] as const;
export type SeriesExportField = (typeof SERIES_EXPORT_FIELDS)[number];

export const BOOK_EXPORT_FIELDS = [
  'book_name',
  'book_id',
  'series_id',
  'library_id',
  'series_name',
  'library_name',
  'file_name',
  'file_path',
  'file_size',
  'book_format',
  'page_count',
  'number',
  'created_at',
  'updated_at',
  'title',
  'summary',
  'publisher',
  'year',
  'language',
  'authors',
  'genres',
  'tags',
  'read_lists',
  'progress',
  'current_page',
  'completed',
  'completed_at',
] as const;
export type BookExportField = (typeof BOOK_EXPORT_FIELDS)[number];

const MAX_LIBRARIES = 1_000;

/** Content and format of an export. */
export const CatalogExportNew = z.object({
  format: z.enum(EXPORT_FORMATS),
  exportType: z.enum(EXPORT_TYPES).default('series'),
  libraryIds: z.array(Id).min(1).max(MAX_LIBRARIES),
  /** At least one, unless only books are exported. */
  fields: z.array(z.enum(SERIES_EXPORT_FIELDS)).max(SERIES_EXPORT_FIELDS.length).optional(),
  /** At least one, unless only series are exported. */
  bookFields: z.array(z.enum(BOOK_EXPORT_FIELDS)).max(BOOK_EXPORT_FIELDS.length).optional(),
});

/** An export of what the user sees. */
export const CatalogExport = z.object({
  id: Id,
  format: z.enum(EXPORT_FORMATS),
  exportType: z.enum(EXPORT_TYPES),
  status: z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']),
  libraryIds: z.array(Id),
  fields: z.array(z.enum(SERIES_EXPORT_FIELDS)),
  bookFields: z.array(z.enum(BOOK_EXPORT_FIELDS)),
  fileSizeBytes: Count.nullable(),
  /** Series and books together. */
  rowCount: Count.nullable(),
  error: z.string().nullable(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  completedAt: Timestamp.nullable(),
  /** Time of its deletion. */
  expiresAt: Timestamp,
  /** The task that makes it; null once deleted. */
  taskId: Id.nullable(),
  /** Written and expected rows (0 while unknown); null after the end. */
  progress: z.object({ current: Count, total: Count }).nullable(),
});
export type CatalogExport = z.infer<typeof CatalogExport>;

function describedField<const Keys extends readonly [string, ...string[]]>(keys: Keys) {
  return z.object({
    key: z.enum(keys),
    label: z.string(),
    /** A list in JSON; one cell in other formats. */
    multiValue: z.boolean(),
    /** Depends on the user. */
    userSpecific: z.boolean(),
    /** Identifies its row, always included. */
    isAnchor: z.boolean(),
  });
}

export const CatalogExportFields = z.object({
  fields: z.array(describedField(SERIES_EXPORT_FIELDS)),
  bookFields: z.array(describedField(BOOK_EXPORT_FIELDS)),
  /** Fields for prompts of language models. */
  presets: z.object({
    llmSelect: z.array(z.enum(SERIES_EXPORT_FIELDS)),
    llmSelectBooks: z.array(z.enum(BOOK_EXPORT_FIELDS)),
  }),
});
export type CatalogExportFields = z.infer<typeof CatalogExportFields>;
