import { FormatError } from '../format-error.ts';
import { DEFAULT_LIMITS, type Limits } from '../limits.ts';
import { type PackedEntry } from '../reading.ts';
import { type FileToOpen, openSource } from '../source.ts';
import { openRar } from './open.ts';

/** A RAR archive that stays open with its headers read. */
export interface OpenRar extends Disposable {
  /**
   * Unpacks one entry and verifies its checksum; a solid archive unpacks all before it. Blocks: for worker threads.
   * @throws {FormatError} `file.changed` when another entry is there, and errors of reading the entry
   */
  readonly extract: (entry: PackedEntry) => Promise<Buffer>;
}

/**
 * Opens an archive to unpack entries.
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
 * Opens the archive, unpacks one entry, and closes it.
 * @throws {FormatError} as `openRarFile` and `OpenRar.extract`
 */
export async function extractRarEntry(
  file: FileToOpen,
  entry: PackedEntry,
  limits: Limits = DEFAULT_LIMITS,
): Promise<Buffer> {
  using archive = openRarFile(file, limits);
  return await archive.extract(entry);
}
