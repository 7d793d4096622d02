import { z } from 'zod';
import { Library, LibraryCreate, LibraryKind } from './library.ts';
import { Count, FreeForm, Id } from './scalars.ts';

/** Changed strategies of a library; absent ones stay, or have their default. */
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

/** Effect of changed strategies on a library. */
export const StrategyPreview = z.object({
  booksTotal: Count,
  /** Books with any change. */
  booksChanged: Count,
  seriesChanged: Count,
  titlesChanged: Count,
  numbersChanged: Count,
  seriesBefore: Count,
  seriesAfter: Count,
  /** New series. */
  seriesCreated: Count,
  /** Series left without books; edited ones stay, hidden. */
  seriesEmptied: Count,
  /** The first of each, by title. */
  sampleCreated: z.array(z.string()),
  sampleEmptied: z.array(z.string()),
  warnings: z.array(z.string()),
  examples: z.array(z.object({ bookId: Id, path: z.string(), before: Placing, after: Placing })),
});
export type StrategyPreview = z.infer<typeof StrategyPreview>;

/** A folder for a new library, and its strategies. */
export const ScanPreviewRequest = LibraryCreate.pick({
  path: true,
  kind: true,
  seriesStrategy: true,
  seriesConfig: true,
  excludedPatterns: true,
  allowedFormats: true,
  titlePreprocessingRules: true,
  scanningConfig: true,
});
export type ScanPreviewRequest = z.infer<typeof ScanPreviewRequest>;

/** The kind that the files of a folder suggest. */
export const KindGuess = z.object({
  kind: LibraryKind,
  defaultReadingDirection: Library.shape.defaultReadingDirection,
  /** Sentences that say why. */
  reasons: z.array(z.string()),
});
export type KindGuess = z.infer<typeof KindGuess>;

/** What a first scan would find; stores nothing. */
export const ScanPreview = z.object({
  detectedSeries: z.array(
    z.object({
      name: z.string(),
      /** Name before the title rules. */
      originalName: z.string(),
      /** Group below the folder; null for a file in the folder itself. */
      path: z.string().nullable(),
      bookCount: Count,
      /** The first file names. */
      sampleBooks: z.array(z.string()),
      metadata: z.object({ publisher: z.string().optional(), author: z.string().optional() }).optional(),
    }),
  ),
  /** With those that the list omits. */
  totalSeries: Count,
  totalFiles: Count,
  /** Null without books, and when the request names a kind. */
  guess: KindGuess.nullable(),
  /** True when the folder was too large to scan in time: findings are incomplete. */
  truncated: z.boolean(),
  warnings: z.array(z.string()),
});
export type ScanPreview = z.infer<typeof ScanPreview>;

/** Effect of recomputing the titles of series. */
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
  /** Strategy of the library at that time. */
  strategy: z.string(),
  rule: z.string(),
  /** Input of the rule. */
  input: z.string(),
  result: z.string().nullable(),
  sentence: z.string(),
});

/** Why a book is in its series, and has its title and number; null when decided by an earlier release. */
export const BookPlacement = z.object({
  bookId: Id,
  series: Decision.nullable(),
  title: Decision.nullable(),
  number: Decision.nullable(),
});
export type BookPlacement = z.infer<typeof BookPlacement>;

/** Conditions like a library's `autoMatchConditions`, which are the default. */
export const ConditionsTest = z.object({ conditions: z.record(z.string(), FreeForm).optional() });
export type ConditionsTest = z.infer<typeof ConditionsTest>;

/** Whether a series meets conditions, with the result of each rule. */
export const ConditionsResult = z.object({
  passed: z.boolean(),
  mode: z.enum(['all', 'any']),
  rules: z.array(
    z.object({
      field: z.string(),
      operator: z.string(),
      value: FreeForm,
      /** The series' value; null without one. */
      actual: FreeForm,
      passed: z.boolean(),
    }),
  ),
});
export type ConditionsResult = z.infer<typeof ConditionsResult>;
