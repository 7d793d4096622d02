import { readComic } from './comic/read-comic.ts';
import { type Container } from './container.ts';
import { detectKind, isEpub } from './detect.ts';
import { readEpub } from './epub/read-epub.ts';
import { fingerprintArchive, fingerprintFile } from './fingerprint.ts';
import { readKoreaderHash } from './koreader-hash.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { type ArchiveKind, openContainer } from './open-container.ts';
import { readPdf } from './pdf/read-pdf.ts';
import { type BookReading, type ReaderResult } from './reading.ts';
import { type FileToOpen, openSource } from './source.ts';

/** What one opening may cost, and when to give up. */
export interface ReadBookOptions {
  readonly limits?: Limits;
  /** Looked at between the steps; a single step runs to its end. */
  readonly signal?: AbortSignal;
}

/**
 * Opens a book file once and tells everything about it: format by its bytes, pages, metadata, cover, identity. Synchronous
 * for long stretches: for worker threads.
 * @throws {FormatError} when it is no book, is broken beyond reading, or exceeds a limit; errors of the disk keep their class
 */
export async function readBook(file: FileToOpen, options: ReadBookOptions = {}): Promise<BookReading> {
  const { limits = DEFAULT_LIMITS, signal } = options;
  signal?.throwIfAborted();
  using source = openSource(file);
  const kind = detectKind(source);
  if (kind === 'pdf') {
    const result = await readPdf(source, limits);
    return { ...result, fingerprint: fingerprintFile(source), koreaderHash: readKoreaderHash(source) };
  }
  using container = await openContainer(source, kind, limits);
  signal?.throwIfAborted();
  const result = await readArchive(container, kind, limits);
  return { ...result, fingerprint: fingerprintArchive(source, container), koreaderHash: readKoreaderHash(source) };
}

async function readArchive(container: Container, kind: ArchiveKind, limits: Limits): Promise<ReaderResult> {
  if (kind === 'zip' && (await isEpub(container))) return await readEpub(container, limits);
  return await readComic(container, limits);
}
