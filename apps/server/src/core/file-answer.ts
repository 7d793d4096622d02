import type { Readable } from 'node:stream';

/** An open body. The sender owns the stream: it reads to the end or destroys it. */
export interface OpenedFile {
  /** A stream that cannot deliver all bytes must fail, so that a client does not keep a truncated file. */
  readonly body: Uint8Array | Readable;
  /** Total bytes, when known; not needed for a `Uint8Array`. */
  readonly length?: number;
  /** Media type of these bytes, where only opening them tells. */
  readonly contentType?: string;
  /** Set when the bytes are already compressed. */
  readonly contentEncoding?: 'gzip';
  /** True for a placeholder, which clients and proxies must not cache. */
  readonly isStandIn?: boolean;
  /** Called once all bytes of a `Uint8Array` are sent. The buffer is then reused. */
  readonly giveBack?: () => void;
}

/** Returns the signal that aborts when the client disconnects. */
export type ClientSignal = () => AbortSignal;

/** A part of a body: from `start` to before `end`, at least one byte. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

interface FileParts {
  /** Bytes of the whole body. */
  readonly length: number;
  /** Called at most once, and never together with `open` of the whole body. */
  readonly open: (range: ByteRange, signal: ClientSignal) => Promise<OpenedFile>;
}

/**
 * An answer with a file, as a value. Nothing is open yet, so a 304 touches no file.
 * The use case that made it has already checked access.
 */
export interface FileAnswer {
  readonly kind: 'file';
  /** Media type, with its charset when it is text. */
  readonly contentType: string;
  /** Strong tag without quotes, derived from the content and its transform. */
  readonly etag: string;
  /** True when the URL changes with the content. */
  readonly immutable?: boolean;
  /** True for secrets: no cache keeps the body. */
  readonly isSecret?: boolean;
  /** Epoch milliseconds. */
  readonly lastModifiedAt?: number;
  /** Request headers that chose between answers of this URL. Compression of text is not part of it. */
  readonly vary?: readonly ('accept' | 'accept-encoding')[];
  /** Replaces the default policy of files, which forbids everything and sandboxes documents. */
  readonly contentSecurityPolicy?: string;
  /** Makes it a download. A name, not a path. */
  readonly fileName?: string;
  /** Total bytes, when known before opening; HEAD sends it. */
  readonly length?: number;
  /** Set when range requests are possible; never for text, which may go out compressed. */
  readonly parts?: FileParts;
  /** Opens the body; called at most once, never for 304 or HEAD. */
  readonly open: (signal: ClientSignal) => Promise<OpenedFile>;
}
