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

/** An archive that stays open, its headers read once: for a reader who turns pages. */
export interface OpenPacked extends Disposable {
  /**
   * Unpacks one entry, its checksum checked; in a solid archive all before it is unpacked on the way. Blocks its thread: for workers.
   * @throws {FormatError} `file.changed` when another entry lies there, and what reading the entry can fail with
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

/** Every kind of archive whose entries are unpacked by a worker. */
const UNPACKERS: Readonly<Record<PackedEntry['kind'], Unpacker>> = {
  rar: { open: openRarFile, extract: extractRarEntries },
  sevenzip: { open: openSevenZipFile, extract: extractSevenZipEntries },
};

/**
 * Opens an archive for unpacking entries of it.
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
 * Unpacks one entry: opens the archive, unpacks, closes it.
 * @throws {FormatError} as `openPacked` and `OpenPacked.extract`
 */
export async function extractPackedEntry(file: FileToOpen, entry: PackedEntry): Promise<Buffer> {
  using archive = await openPacked(file, entry.kind);
  return await archive.extract(entry);
}

/**
 * Unpacks entries of one archive in one run from its beginning: each byte of a solid archive is unpacked once, not once for each
 * page. A damaged entry does not end the run.
 * @throws {FormatError} `file.changed` when another entry lies there now
 * @throws {Error} the reason of the signal, what the sink threw, or the error of the disk
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
 * The packed entries that the pages of an archive consist of, each once, in the order of the file.
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
    // A copy of an entry is unpacked where the entry is.
    const isPacked = place.kind === 'rar' || place.kind === 'sevenzip';
    if (!isDirectory && isPacked && isPageName(name)) found.set(place.index, place);
  }
  return [...found.values()].toSorted((one, other) => one.index - other.index);
}
