import { type FormatProblem } from '../reading.ts';

/** Bytes of the file. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** Header of one file, for both generations of RAR. */
export interface RarFileHeader {
  readonly rawName: Buffer;
  /** Undefined for an unstated encoding, which is guessed from all names. */
  readonly name: string | undefined;
  readonly isDirectory: boolean;
  readonly encrypted: boolean;
  /** Unpacked bytes; null in a streamed archive. */
  readonly length: number | null;
  readonly crc: number | null;
  readonly stored: boolean;
  /** Known algorithm, and a window that fits in memory. */
  readonly supported: boolean;
  /** Continues from or in another volume. */
  readonly split: boolean;
  /** `copy` repeats the content of the named entry; a `link` is never followed. */
  readonly redirect: { readonly kind: 'copy'; readonly target: string } | { readonly kind: 'link' } | null;
  /** The header itself, followed by the packed data. */
  readonly header: ByteRange;
  readonly packed: ByteRange;
}

/** All headers of an archive. */
export interface RarIndex {
  readonly kind: 'rar4' | 'rar5';
  /** Unpacking a file requires those before it. */
  readonly solid: boolean;
  readonly files: readonly RarFileHeader[];
  /** The archive comment when stored uncompressed; else empty. */
  readonly comment: Buffer;
  readonly problems: readonly FormatProblem[];
  /** The file is one volume of a set. */
  readonly multiVolume: boolean;
}
