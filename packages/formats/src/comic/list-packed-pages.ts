import { DEFAULT_LIMITS, type Limits } from '../limits.ts';
import { type PackedRarEntry } from '../rar/extract-entry.ts';
import { listRar } from '../rar/open.ts';
import { type FileToOpen, openSource } from '../source.ts';
import { isPageName } from './page-names.ts';

/**
 * The compressed entries of a RAR archive that pages consist of, each once, in the order of the file.
 * @throws {FormatError} when its headers cannot be read
 */
export function listPackedPages(file: FileToOpen, limits: Limits = DEFAULT_LIMITS): readonly PackedRarEntry[] {
  using source = openSource(file);
  const found = new Map<number, PackedRarEntry>();
  for (const { name, isDirectory, source: place } of listRar(source, limits).entries) {
    // A copy of an entry is unpacked where the entry is.
    if (!isDirectory && isPageName(name) && place.kind === 'rar') found.set(place.index, place);
  }
  return [...found.values()].toSorted((one, other) => one.index - other.index);
}
