/** A folder of book files and how it is read. JSON columns are read by zod at the repository's edge. */
export interface LibraryTable {
  id: string;
  name: string;
  /** Natural sort key of the name. */
  sortKey: string;
  description: string | null;
  /** Absolute, resolved. Unique. */
  path: string;
  isActive: number;
  allowedFormats: string | null;
  excludedPatterns: string | null;
  defaultReadingDirection: string;
  bookStrategy: string;
  numberStrategy: string;
  seriesStrategy: string;
  bookConfig: string | null;
  numberConfig: string | null;
  seriesConfig: string | null;
  autoMatchConditions: string | null;
  titlePreprocessingRules: string | null;
  scanningConfig: string;
  lastScannedAt: number | null;
  /** When a user said last that what was missing is gone: it counts against no later scan. */
  removalsConfirmedAt: number | null;
  createdAt: number;
  updatedAt: number;
}
