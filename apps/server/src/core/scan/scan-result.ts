import { z } from 'zod';

/** What a scan has counted so far; kept with its task. */
export const ScanResult = z.object({
  filesTotal: z.int(),
  filesProcessed: z.int(),
  seriesFound: z.int(),
  booksFound: z.int(),
  booksAdded: z.int(),
  booksUpdated: z.int(),
  booksDeleted: z.int(),
  booksRestored: z.int(),
  booksMoved: z.int(),
  booksPurged: z.int(),
  warnings: z.array(z.string()),
  errors: z.array(z.string()),
});
export type ScanResult = z.infer<typeof ScanResult>;

/** A scan's numbers while they grow. */
export type ScanCounts = { -readonly [Key in keyof ScanResult]: ScanResult[Key] };

/** Nothing counted yet. */
export function newScanResult(): ScanCounts {
  return {
    filesTotal: 0,
    filesProcessed: 0,
    seriesFound: 0,
    booksFound: 0,
    booksAdded: 0,
    booksUpdated: 0,
    booksDeleted: 0,
    booksRestored: 0,
    booksMoved: 0,
    booksPurged: 0,
    warnings: [],
    errors: [],
  };
}
