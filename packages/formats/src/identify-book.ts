import { detectKind, type FileKind } from './detect.ts';
import { fingerprintArchive, fingerprintFile } from './fingerprint.ts';
import { FormatError } from './format-error.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { type ArchiveKind, openContainer } from './open-container.ts';
import { type ByteSource, type FileToOpen, openSource } from './source.ts';

/** Identity of a file, independent of its name. */
export interface BookIdentity {
  /** Equals `BookReading.fingerprint` for a readable file. */
  readonly fingerprint: string;
  /** True when it covers a checksum of all content: equal fingerprints mean equal content. */
  readonly isComplete: boolean;
}

function sampled(source: ByteSource): BookIdentity {
  return { fingerprint: fingerprintFile(source), isComplete: false };
}

function findKind(source: ByteSource): FileKind | undefined {
  try {
    return detectKind(source);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

async function identifyArchive(source: ByteSource, kind: ArchiveKind, limits: Limits): Promise<BookIdentity> {
  try {
    using container = await openContainer(source, kind, limits);
    const { entries, problems } = container;
    if (entries.length === 0) return sampled(source);
    // The recovered entries of a damaged archive may be incomplete.
    const isComplete = problems.length === 0 && entries.every(({ crc, isDirectory }) => crc !== null || isDirectory);
    return { fingerprint: fingerprintArchive(source, container), isComplete };
  } catch (error) {
    if (error instanceof FormatError) return sampled(source);
    throw error;
  }
}

/**
 * Identifies any file, broken ones too, from an archive's directory or three samples. Blocks: for worker threads.
 * @throws {Error} with a system `code` when the disk refuses
 */
export async function identifyBook(file: FileToOpen, limits: Limits = DEFAULT_LIMITS): Promise<BookIdentity> {
  using source = openSource(file);
  const kind = findKind(source);
  return kind === undefined || kind === 'pdf' ? sampled(source) : await identifyArchive(source, kind, limits);
}
