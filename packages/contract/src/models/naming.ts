import { z } from 'zod';
import { LibraryCreate } from './library.ts';
import { Count, FreeForm, Id } from './scalars.ts';

/** How a library would sort, title and number; what is absent is as it is, or as by default. */
export const StrategyChange = LibraryCreate.pick({
  seriesStrategy: true,
  seriesConfig: true,
  bookStrategy: true,
  bookConfig: true,
  numberStrategy: true,
  titlePreprocessingRules: true,
}).extend({ limit: z.int().min(0).max(500).optional().meta({ description: 'Examples to list; 100 unless said' }) });
export type StrategyChange = z.infer<typeof StrategyChange>;

const Placing = z.object({ series: z.string(), title: z.string(), number: z.string().nullable() });

/** What a change of strategies would do to the books of a library. */
export const StrategyPreview = z.object({
  booksTotal: Count,
  /** Books of which anything below would change. */
  booksChanged: Count,
  seriesChanged: Count,
  titlesChanged: Count,
  numbersChanged: Count,
  seriesBefore: Count,
  seriesAfter: Count,
  /** Series that are not there yet. */
  seriesCreated: Count,
  /** Series that would have no books any more; those that somebody edited stay, hidden. */
  seriesEmptied: Count,
  /** The first of each, by title. */
  sampleCreated: z.array(z.string()),
  sampleEmptied: z.array(z.string()),
  warnings: z.array(z.string()),
  examples: z.array(z.object({ bookId: Id, path: z.string(), before: Placing, after: Placing })),
});
export type StrategyPreview = z.infer<typeof StrategyPreview>;

/** A folder that may become a library, and how it would be read. */
export const ScanPreviewRequest = LibraryCreate.pick({
  path: true,
  seriesStrategy: true,
  seriesConfig: true,
  excludedPatterns: true,
  allowedFormats: true,
  titlePreprocessingRules: true,
  scanningConfig: true,
});
export type ScanPreviewRequest = z.infer<typeof ScanPreviewRequest>;

/** What a first scan would find; no file is opened and nothing is stored. */
export const ScanPreview = z.object({
  detectedSeries: z.array(
    z.object({
      name: z.string(),
      /** The name that the title rules made `name` of. */
      originalName: z.string(),
      /** Group below the folder; null for a file in the folder itself. */
      path: z.string().nullable(),
      bookCount: Count,
      /** The first file names. */
      sampleBooks: z.array(z.string()),
      metadata: z.object({ publisher: z.string().optional(), author: z.string().optional() }).optional(),
    }),
  ),
  /** Also those that the list leaves out. */
  totalSeries: Count,
  totalFiles: Count,
  /** True when the folder is too large to be looked through in time: what is told is what was found until then. */
  truncated: z.boolean(),
  warnings: z.array(z.string()),
});
export type ScanPreview = z.infer<typeof ScanPreview>;

/** What making titles of series anew does, or would do. */
export const TitleReprocessing = z.object({
  success: z.boolean(),
  dryRun: z.boolean(),
  tasksEnqueued: Count,
  taskIds: z.array(Id),
  /** Series whose title changes. */
  total: Count,
  /** The first of them. */
  changes: z.array(z.object({ seriesId: Id, before: z.string(), after: z.string() })),
  message: z.string(),
});
export type TitleReprocessing = z.infer<typeof TitleReprocessing>;

const Decision = z.object({
  /** Strategy of the library when it was decided. */
  strategy: z.string(),
  rule: z.string(),
  /** What the rule looked at. */
  input: z.string(),
  result: z.string().nullable(),
  sentence: z.string(),
});

/** Why a book is in its series, and titled and numbered as it is; null for what an earlier release decided. */
export const BookPlacement = z.object({
  bookId: Id,
  series: Decision.nullable(),
  title: Decision.nullable(),
  number: Decision.nullable(),
});
export type BookPlacement = z.infer<typeof BookPlacement>;

/** Conditions as a library's `autoMatchConditions`; without them those of the library of the series. */
export const ConditionsTest = z.object({ conditions: z.record(z.string(), FreeForm).optional() });
export type ConditionsTest = z.infer<typeof ConditionsTest>;

/** Whether a series meets conditions, and what each rule found. */
export const ConditionsResult = z.object({
  passed: z.boolean(),
  mode: z.enum(['all', 'any']),
  rules: z.array(
    z.object({
      field: z.string(),
      operator: z.string(),
      value: FreeForm,
      /** What the series has there; null when it has nothing. */
      actual: FreeForm,
      passed: z.boolean(),
    }),
  ),
});
export type ConditionsResult = z.infer<typeof ConditionsResult>;
