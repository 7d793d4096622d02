import { z } from 'zod';

const Count = z.int().default(0);

const Texts = z.array(z.string()).default(() => []);

export const ScanResult = z.object({
  filesTotal: Count,
  filesProcessed: Count,
  seriesFound: Count,
  booksFound: Count,
  booksAdded: Count,
  booksUpdated: Count,
  booksDeleted: Count,
  booksRestored: Count,
  booksMoved: Count,
  booksPurged: Count,
  warnings: Texts,
  errors: Texts,
});

export type ScanResult = z.infer<typeof ScanResult>;

export type ScanCounts = { -readonly [Key in keyof ScanResult]: ScanResult[Key] };
