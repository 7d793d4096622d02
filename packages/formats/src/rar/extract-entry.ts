import { FormatError } from '../format-error.ts';
import { DEFAULT_LIMITS, type Limits } from '../limits.ts';
import { type PackedEntry } from '../reading.ts';
import { type FileToOpen, openSource } from '../source.ts';
import { openRar } from './open.ts';

/** A RAR archive that stays open, its headers read once: for a reader who turns pages. */
export interface OpenRar extends Disposable {
  /**
   * Unpacks one entry, its checksum checked; in a solid archive everything before it is unpacked on the way. Blocks its
   * thread: for workers.
   * @throws {FormatError} `file.changed` when another entry lies there, and what reading the entry can fail with
   */
  readonly extract: (entry: PackedEntry) => Promise<Buffer>;
}

/**
 * Opens an archive for unpacking entries of it.
 * @throws {FormatError} when its headers cannot be read
 */
export function openRarFile(file: FileToOpen, limits: Limits = DEFAULT_LIMITS): OpenRar {
  using stack = new DisposableStack();
  const source = stack.use(openSource(file));
  const container = stack.use(openRar(source, limits));
  const opened = stack.move();
  return {
    extract: async (entry) => {
      const found = container.entries[entry.index];
      if (found?.name === entry.name && found.length === entry.length) return await container.read(found);
      throw new FormatError('file.changed', `Entry "${entry.name}" is no longer where it was`);
    },
    [Symbol.dispose]: () => {
      opened.dispose();
    },
  };
}

/**
 * Unpacks one entry of a RAR archive: opens it, unpacks, closes it.
 * @throws {FormatError} like `openRarFile` and `OpenRar.extract`
 */
export async function extractRarEntry(
  file: FileToOpen,
  entry: PackedEntry,
  limits: Limits = DEFAULT_LIMITS,
): Promise<Buffer> {
  using archive = openRarFile(file, limits);
  return await archive.extract(entry);
}
