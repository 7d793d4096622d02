/** A folder of book files and its settings. */
export interface LibraryTable {
  id: string;
  name: string;
  sortKey: string;
  description: string | null;
  kind: string;
  /** Absolute, resolved, unique. */
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
  allowFileDeletion: number;
  allowUploads: number;
  lastScannedAt: number | null;
  /** When a user last confirmed removals: missing books before it count against no later scan. */
  removalsConfirmedAt: number | null;
  createdAt: number;
  updatedAt: number;
}
