import { type EntrySource, type FormatProblem } from './reading.ts';

/** An archive entry as its header describes it. */
export interface ContainerEntry {
  /**
   * Decoded full name, `/` separated, without trailing `/`. May contain `..` or start with `/`: a label, never a path
   * to open.
   */
  readonly name: string;
  /** Declared size after unpacking, in bytes. */
  readonly length: number;
  readonly isDirectory: boolean;
  readonly encrypted: boolean;
  /** Declared CRC-32 of the content; null when the archive has none. */
  readonly crc: number | null;
  /** Place of the bytes. In a ZIP, the first access may read the local header, and may find it `unreadable`. */
  readonly source: EntrySource;
}

/** Receives the first bytes of an entry, valid during the call only, or the problem. */
export type HeadVisitor = (entry: ContainerEntry, head: Buffer | FormatProblem) => void;

/**
 * An open archive. It borrows its `ByteSource`, which the caller disposes after it. `read` and `readHead` throw
 * FormatError for a damaged entry and the system's error for a failing disk.
 */
export interface Container extends Disposable {
  readonly kind: 'zip' | 'rar4' | 'rar5' | 'tar' | 'sevenzip';
  /** In archive order, with directories and duplicates. */
  readonly entries: readonly ContainerEntry[];
  /** Raw bytes of the archive comment; empty for none. */
  readonly comment: Buffer;
  /** Grows while entries are located. Unreadable entries are reported by their `source` instead. */
  readonly problems: readonly FormatProblem[];
  /**
   * The whole entry, with its CRC verified.
   * @throws {FormatError} `entry.unsupported`, `entry.encrypted`, `entry.too-large`, `entry.corrupt`,
   *   `entry.bad-checksum` …
   */
  readonly read: (entry: ContainerEntry) => Promise<Buffer>;
  /** The first `bytes` bytes, fewer when the entry is shorter or damaged; the CRC is not verified. */
  readonly readHead: (entry: ContainerEntry, bytes: number) => Promise<Buffer>;
  /** `readHead` of many entries in one pass, in the cheapest order. */
  readonly readHeads: (entries: readonly ContainerEntry[], bytes: number, visit: HeadVisitor) => Promise<void>;
}
