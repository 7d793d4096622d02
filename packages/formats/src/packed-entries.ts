import { isPageName } from './comic/page-names.ts';
import { detectKind } from './detect.ts';
import { FormatError } from './format-error.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { openContainer } from './open-container.ts';
import { extractRarEntries, type ExtractOptions, type RarEntrySink } from './rar/extract-entries.ts';
import { type PackedEntry } from './reading.ts';
import { extractSevenZipEntries } from './sevenzip/extract-entries.ts';
import { type FileToOpen, openSource } from './source.ts';

/** An archive that stays open with its headers read. */
export interface OpenPacked extends Disposable {
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
export async function openPacked(
  file: FileToOpen,
  kind: PackedEntry['kind'],
  limits: Limits = DEFAULT_LIMITS,
): Promise<OpenPacked> {
  using stack = new DisposableStack();
  const source = stack.use(openSource(file));
  const container = stack.use(await openContainer(source, kind, limits));
  const opened = stack.move();
  return {
    extract: async (entry) => {
      const found = container.entries[entry.index];
      if (found?.name === entry.name && found.length === entry.length) return await container.read(found);
      throw new FormatError('file.changed', `Entry "${entry.name}" is no longer where it was`);
    },
    [Symbol.dispose]: () => opened.dispose(),
  };
}

/**
 * Unpacks entries in one pass: each byte of a solid archive is unpacked once. A damaged entry does not end the pass.
 * @throws {FormatError} `file.changed` when another entry is there now
 * @throws {Error} the signal's reason, an error of the sink, or of the disk
 */
export async function extractPackedEntries(
  file: FileToOpen,
  entries: readonly PackedEntry[],
  sink: RarEntrySink,
  options: ExtractOptions = {},
): Promise<void> {
  const [first] = entries;
  if (first === undefined) return;
  const extract = first.kind === 'rar' ? extractRarEntries : extractSevenZipEntries;
  await extract(file, entries, sink, options);
}

/**
 * The packed entries behind the pages of an archive, each once, in file order.
 * @throws {FormatError} when its headers cannot be read
 */
export async function listPackedPages(
  file: FileToOpen,
  limits: Limits = DEFAULT_LIMITS,
): Promise<readonly PackedEntry[]> {
  using source = openSource(file);
  const kind = detectKind(source);
  if (kind === 'pdf') throw new FormatError('file.changed', 'The file is no archive any more');
  using container = await openContainer(source, kind, limits);
  const found = new Map<number, PackedEntry>();
  for (const { name, isDirectory, source: place } of container.entries) {
    // A copy is unpacked from the entry it repeats.
    const isPacked = place.kind === 'rar' || place.kind === 'sevenzip';
    if (!isDirectory && isPacked && isPageName(name)) found.set(place.index, place);
  }
  return [...found.values()].toSorted((one, other) => one.index - other.index);
}
