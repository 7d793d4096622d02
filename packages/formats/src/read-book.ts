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

/** Limits and cancellation of one opening. */
export interface ReadBookOptions {
  readonly limits?: Limits;
  /** Checked between steps. */
  readonly signal?: AbortSignal;
}

/**
 * Opens a book once and reads everything: format by content, pages, metadata, cover, identity. Blocks for long: for
 * worker threads.
 * @throws {FormatError} when it is no book, is unreadable, or exceeds a limit; disk errors keep their class
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
