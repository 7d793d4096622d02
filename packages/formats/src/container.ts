import { type EntrySource, type FormatProblem } from './reading.ts';

/** One name in an archive. What its header says; nothing was unpacked to learn it. */
export interface ContainerEntry {
  /** Decoded full name, `/` separated, without trailing `/`. May hold `..` or begin with `/`: a label, never a path to open. */
  readonly name: string;
  /** Expanded bytes as declared. */
  readonly length: number;
  readonly isDirectory: boolean;
  readonly encrypted: boolean;
  /** CRC-32 of the expanded bytes as declared; null when the archive keeps none. */
  readonly crc: number | null;
  /** Where the bytes lie. In a ZIP the first look may read the local header (once), and may find it `unreadable`. */
  readonly source: EntrySource;
}

/** The first bytes of an entry, or why they cannot be had. The bytes are there only while it is called. */
export type HeadVisitor = (entry: ContainerEntry, head: Buffer | FormatProblem) => void;

/**
 * An opened archive: its directory, and single entries on demand. It borrows the `ByteSource` it was opened on: whoever
 * opened that disposes it, after the container. `read` and `readHead` fail with a FormatError for a damaged entry and with
 * the system's error for a failing disk.
 */
export interface Container extends Disposable {
  readonly kind: 'zip' | 'rar4' | 'rar5' | 'tar' | 'sevenzip';
  /** In archive order, directories included, duplicates kept. */
  readonly entries: readonly ContainerEntry[];
  /** Raw bytes of the archive comment; empty when there is none. */
  readonly comment: Buffer;
  /** Oddities, growing while entries are located. That an entry is unreadable is told by its `source`, not here. */
  readonly problems: readonly FormatProblem[];
  /**
   * The whole entry, its CRC checked.
   * @throws {FormatError} `entry.unsupported`, `entry.encrypted`, `entry.too-large`, `entry.corrupt`, `entry.bad-checksum` …
   */
  readonly read: (entry: ContainerEntry) => Promise<Buffer>;
  /** The first `bytes` bytes, fewer when the entry is shorter or damaged behind them; the CRC is not checked. */
  readonly readHead: (entry: ContainerEntry, bytes: number) => Promise<Buffer>;
  /** `readHead` of many entries in one pass, in the order that costs least; every entry is visited once. */
  readonly readHeads: (entries: readonly ContainerEntry[], bytes: number, visit: HeadVisitor) => Promise<void>;
}
