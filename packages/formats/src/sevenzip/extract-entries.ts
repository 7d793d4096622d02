import { FormatError } from '../format-error.ts';
import { DEFAULT_LIMITS, type Limits } from '../limits.ts';
import { type FormatProblem, type PackedEntry } from '../reading.ts';
import { type FileToOpen, openSource } from '../source.ts';
import { listSevenZip, type SevenZipListing } from './open.ts';
import { unpackEntries } from './unpack-entries.ts';

interface EntrySink {
  readonly write: (entry: PackedEntry, bytes: Buffer) => void;
  readonly end: (entry: PackedEntry, problem: FormatProblem | undefined) => void;
}

function refuseMoved({ entries }: SevenZipListing, entry: PackedEntry): void {
  const found = entries[entry.index];
  if (found?.source.kind === 'sevenzip' && found.name === entry.name && found.length === entry.length) return;
  throw new FormatError('file.changed', `Entry "${entry.name}" is no longer where it was`);
}

/**
 * Unpacks entries, each folder once. Memory does not depend on entry sizes.
 * @throws {FormatError} `file.changed` when another entry is there now
 * @throws {Error} the signal's reason, an error of the sink, or of the disk
 */
export async function extractSevenZipEntries(
  file: FileToOpen,
  entries: readonly PackedEntry[],
  sink: EntrySink,
  { signal, limits = DEFAULT_LIMITS }: { readonly signal?: AbortSignal; readonly limits?: Limits } = {},
): Promise<void> {
  signal?.throwIfAborted();
  using source = openSource(file);
  const listing = await listSevenZip(source, limits);
  for (const entry of entries) refuseMoved(listing, entry);
  const byIndex = new Map(entries.map((entry) => [entry.index, entry]));
  await unpackEntries(source, listing, new Map(entries.map(({ index, length }) => [index, length])), {
    write: (index, bytes) => {
      signal?.throwIfAborted();
      const entry = byIndex.get(index);
      if (entry !== undefined) sink.write(entry, bytes);
    },
    end: (index, problem) => {
      const entry = byIndex.get(index);
      if (entry !== undefined) sink.end(entry, problem);
    },
  });
}
