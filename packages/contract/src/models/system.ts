import { z } from 'zod';
import { Count } from './scalars.ts';

export const ErrorBody = z.object({
  error: z.string(),
  message: z.string(),
  details: z.union([z.array(z.object({ path: z.string(), message: z.string() })), z.json()]).nullable(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

export const Health = z.looseObject({ status: z.enum(['ok', 'unavailable']), version: z.string() });

export const FolderEntry = z.object({
  name: z.string(),
  path: z.string(),
  /** False when the server may not list it. */
  readable: z.boolean(),
  /** Book files directly inside, counted up to 1,000. */
  bookCount: Count,
});

export const FolderListing = z.object({
  path: z.string(),
  parent: z.string().nullable(),
  entries: z.array(FolderEntry),
  /** Folders likely to hold books, offered at the start of the path. */
  suggestions: z.array(FolderEntry),
});
export type FolderListing = z.infer<typeof FolderListing>;

export const Drive = z.object({ name: z.string(), path: z.string() });
