import { FormatError } from '../format-error.ts';
import { DEFAULT_LIMITS, type Limits } from '../limits.ts';
import { type EntrySource } from '../reading.ts';
import { openSource } from '../source.ts';
import { openRar } from './open.ts';

/** A compressed entry of a RAR, as it is kept with the book. */
export type PackedRarEntry = Extract<EntrySource, { readonly kind: 'rar' }>;

/**
 * Unpacks one entry of a RAR archive, its checksum checked; in a solid archive everything before it is unpacked on the way.
 * Blocks its thread: for workers.
 * @throws {FormatError} `file.changed` when another entry lies there now, and what reading the entry can fail with
 */
export async function extractRarEntry(
  path: string,
  entry: PackedRarEntry,
  limits: Limits = DEFAULT_LIMITS,
): Promise<Buffer> {
  using source = openSource(path);
  using container = openRar(source, limits);
  const found = container.entries[entry.index];
  if (found?.name === entry.name && found.length === entry.length) return await container.read(found);
  throw new FormatError('file.changed', `Entry "${entry.name}" is no longer where it was`);
}
