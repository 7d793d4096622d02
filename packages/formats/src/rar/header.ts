import { type FormatProblem } from '../reading.ts';

/** A run of bytes of the file. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** What the header of one file says, the same for both generations of RAR. */
export interface RarFileHeader {
  readonly rawName: Buffer;
  /** Undefined when the name's encoding is not told: it is then guessed over all names of the archive. */
  readonly name: string | undefined;
  readonly isDirectory: boolean;
  readonly encrypted: boolean;
  /** Expanded bytes, null when the archive was streamed and does not know. */
  readonly length: number | null;
  readonly crc: number | null;
  readonly stored: boolean;
  /** The unpacker knows the algorithm and its window fits in memory. */
  readonly supported: boolean;
  /** Continues from, or in, another volume. */
  readonly split: boolean;
  /** `copy` repeats the content of the entry named; `link` points somewhere, and is never followed. */
  readonly redirect: { readonly kind: 'copy'; readonly target: string } | { readonly kind: 'link' } | null;
  /** The header itself; the packed data follows it. */
  readonly header: ByteRange;
  readonly packed: ByteRange;
}

/** All headers of an archive. */
export interface RarIndex {
  readonly kind: 'rar4' | 'rar5';
  /** Unpacking one file needs the ones before it. */
  readonly solid: boolean;
  readonly files: readonly RarFileHeader[];
  /** The archive comment when it is kept uncompressed; else empty. */
  readonly comment: Buffer;
  readonly problems: readonly FormatProblem[];
  /** The file is one volume of a set. */
  readonly multiVolume: boolean;
}
