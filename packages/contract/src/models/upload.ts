import { z } from 'zod';
import { Count, Id, Timestamp } from './scalars.ts';

/** Most bytes in one part of an upload. */
export const MAX_UPLOAD_PART_BYTES = 8 * 1_048_576;
/** Most files in one check. */
export const MAX_CHECKED_UPLOADS = 200;

const MAX_TEXT = 2_000;
const FileName = z.string().trim().min(1).max(MAX_TEXT);
const Folder = z.string().trim().min(1).max(MAX_TEXT);
const SizeBytes = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
/** Epoch milliseconds, as the browser tells it. */
const ModifiedAt = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** A file on the viewer's device. */
export const UploadCandidate = z.object({
  fileName: FileName,
  /** Folder below the library, with "/" between its parts; a series with the title of the file by default. */
  folder: Folder.optional(),
  sizeBytes: SizeBytes,
  modifiedAt: ModifiedAt,
});
export type UploadCandidate = z.infer<typeof UploadCandidate>;

export const UploadCheck = z.object({ files: z.array(UploadCandidate).min(1).max(MAX_CHECKED_UPLOADS) });

/** Where a file would go, with names that every file system accepts. */
export const UploadPlace = z.object({
  folder: z.string(),
  fileName: z.string(),
  /** Why the library cannot take it. */
  problem: z.string().nullable(),
  /** A free name when another file has this one. */
  freeName: z.string().nullable(),
  /** Of an upload of the same file that was interrupted. */
  receivedBytes: Count,
});
export type UploadPlace = z.infer<typeof UploadPlace>;

export const UploadPlaces = z.object({
  /** In the order of the question. */
  files: z.array(UploadPlace),
});

export const UploadNew = UploadCandidate.extend({ folder: Folder });
export type UploadNew = z.infer<typeof UploadNew>;

/** A file of which the server has a part. */
export const BookUpload = z.object({
  id: Id,
  folder: z.string(),
  fileName: z.string(),
  sizeBytes: Count,
  receivedBytes: Count,
  createdAt: Timestamp,
  /** When the last part arrived. It is deleted seven days later. */
  updatedAt: Timestamp,
});
export type BookUpload = z.infer<typeof BookUpload>;

export const UploadEnd = z.object({
  /** Another name, when the first one is taken by now. */
  fileName: FileName.optional(),
});

/** A file that is in the library now; its scan is queued. */
export const UploadedBook = z.object({ folder: z.string(), fileName: z.string() });
export type UploadedBook = z.infer<typeof UploadedBook>;
