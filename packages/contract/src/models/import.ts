import { z } from 'zod';
import { FORMAT_IDS } from '../book-formats.ts';
import { PageQuery } from '../paging.ts';
import { Count, Id, Timestamp } from './scalars.ts';

/**
 * `waiting`: for a decision. `broken`: the file cannot be read. `importing`: accepted, and being moved. `failed`: could not be
 * moved; the file is still in the import folder.
 */
export const IMPORT_STATES = ['waiting', 'broken', 'importing', 'imported', 'rejected', 'failed'] as const;
export const ImportState = z.enum(IMPORT_STATES);
export type ImportState = z.infer<typeof ImportState>;

/** A file of the import folder, with the place that is suggested or chosen for it. */
export const ImportItem = z.object({
  id: Id,
  /** Relative to the import folder. */
  path: z.string(),
  fileSize: Count,
  format: z.enum(FORMAT_IDS),
  state: ImportState,
  /** Why it is broken or failed. */
  fault: z.string().nullable(),
  /** Null until an admin chooses one. */
  libraryId: Id.nullable(),
  seriesTitle: z.string(),
  /** The series that already has the folder. */
  seriesId: Id.nullable(),
  /** Folder below the library. */
  folder: z.string(),
  fileName: z.string(),
  /** A book with the same content. */
  duplicate: z.object({ bookId: Id, title: z.string(), libraryName: z.string() }).nullable(),
  foundAt: Timestamp,
  updatedAt: Timestamp,
});
export type ImportItem = z.infer<typeof ImportItem>;

export const ImportQuery = PageQuery.extend({ state: ImportState.optional() });

const MAX_TEXT = 2_000;

/** What changes of the choice. A rejected or failed file waits again. */
export const ImportUpdate = z.object({
  libraryId: Id.optional(),
  /** Folder below the library, with "/" between its parts. */
  folder: z.string().trim().min(1).max(MAX_TEXT).optional(),
  /** The extension may be left out; it cannot be changed. */
  fileName: z.string().trim().min(1).max(MAX_TEXT).optional(),
});
export type ImportUpdate = z.infer<typeof ImportUpdate>;

/** What became of several files. */
export const ImportChange = z.object({
  changed: Count,
  refused: z.array(z.object({ id: Id, message: z.string() })),
});
export type ImportChange = z.infer<typeof ImportChange>;

/** The import folder, and how many files there are in each state. */
export const ImportStatus = z.object({
  /** Null while importing is off. */
  folder: z.string().nullable(),
  /** Why the folder cannot be used. */
  problem: z.string().nullable(),
  counts: z.object(
    Object.fromEntries(IMPORT_STATES.map((state) => [state, Count])) as Record<ImportState, typeof Count>,
  ),
});
export type ImportStatus = z.infer<typeof ImportStatus>;
