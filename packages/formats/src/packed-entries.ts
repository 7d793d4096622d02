import { isPageName } from './comic/page-names.ts';
import { detectKind } from './detect.ts';
import { FormatError } from './format-error.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { openContainer } from './open-container.ts';
import { extractRarEntries, type ExtractOptions, type RarEntrySink } from './rar/extract-entries.ts';
import { openRarFile } from './rar/extract-entry.ts';
import { type PackedEntry } from './reading.ts';
import { extractSevenZipEntries, openSevenZipFile } from './sevenzip/extract-entries.ts';
import { type FileToOpen, openSource } from './source.ts';

/** An archive that stays open with its headers read. */
export interface OpenPacked extends Disposable {
  /**
   * Unpacks one entry and verifies its checksum; a solid archive unpacks all before it. Blocks: for worker threads.
   * @throws {FormatError} `file.changed` when another entry is there, and errors of reading the entry
   */
  readonly extract: (entry: PackedEntry) => Promise<Buffer>;
}

interface Unpacker {
  readonly open: (file: FileToOpen, limits: Limits) => OpenPacked | Promise<OpenPacked>;
  readonly extract: (
    file: FileToOpen,
    entries: readonly PackedEntry[],
    sink: RarEntrySink,
    options: ExtractOptions,
  ) => Promise<void>;
}

/** Archives whose entries are unpacked by a worker. */
const UNPACKERS: Readonly<Record<PackedEntry['kind'], Unpacker>> = {
  rar: { open: openRarFile, extract: extractRarEntries },
  sevenzip: { open: openSevenZipFile, extract: extractSevenZipEntries },
};

/**
 * Opens an archive to unpack entries.
 * @throws {FormatError} when its headers cannot be read
 */
export async function openPacked(
  file: FileToOpen,
  kind: PackedEntry['kind'],
  limits: Limits = DEFAULT_LIMITS,
): Promise<OpenPacked> {
  return await UNPACKERS[kind].open(file, limits);
}

/**
 * Opens the archive, unpacks one entry, and closes it.
 * @throws {FormatError} as `openPacked` and `OpenPacked.extract`
 */
export async function extractPackedEntry(file: FileToOpen, entry: PackedEntry): Promise<Buffer> {
  using archive = await openPacked(file, entry.kind);
  return await archive.extract(entry);
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
  if (first !== undefined) await UNPACKERS[first.kind].extract(file, entries, sink, options);
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
