import type { Readable } from 'node:stream';

/** An opened body. The sender owns a stream: it reads to the end or destroys it. */
export interface OpenedFile {
  /** A stream that cannot deliver all of its bytes fails, so that a client does not take a part for the whole. */
  readonly body: Uint8Array | Readable;
  /** Bytes that will come, when known; a `Uint8Array` knows. */
  readonly length?: number;
  /** Set when the bytes are already compressed for the wire. */
  readonly contentEncoding?: 'gzip';
  /** True for placeholder bytes, which clients and proxies must not cache. */
  readonly isStandIn?: boolean;
  /** Called when all bytes of a `Uint8Array` have gone out, and not when they have not: they will be written over. */
  readonly giveBack?: () => void;
}

/** Gives the signal that is aborted when the client has gone: whatever is being read or made should stop then. */
export type ClientSignal = () => AbortSignal;

/** A part of a body: from `start` to before `end`, at least one byte. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** How a body of known length is had in parts. */
export interface FileParts {
  /** Bytes of the whole body. */
  readonly length: number;
  /** Opens one part; called at most once, and never together with `open` of the whole. */
  readonly open: (range: ByteRange, signal: ClientSignal) => Promise<OpenedFile>;
}

/**
 * Bytes to be sent, as a value. Nothing is open yet, so that an answer of 304 touches no file; whoever makes it has
 * already decided that the viewer may see it.
 */
export interface FileAnswer {
  readonly kind: 'file';
  /** Media type, with its charset when it is text. */
  readonly contentType: string;
  /** Strong tag without quotes, made of content identity and transform. */
  readonly etag: string;
  /** True under an address that changes with the content. */
  readonly immutable?: boolean;
  /** Epoch milliseconds. */
  readonly lastModifiedAt?: number;
  /**
   * The request headers whose values chose between several answers under this address: the same for all of them. Whether text
   * goes out compressed is not said here.
   */
  readonly vary?: readonly ('accept' | 'accept-encoding')[];
  /** Replaces the policy of files, which forbids everything and puts documents in a sandbox. */
  readonly contentSecurityPolicy?: string;
  /** Makes it a download under this name, which is one of a file and not a path. */
  readonly fileName?: string;
  /** Bytes of the whole body, when they are known before it is opened: HEAD tells them. */
  readonly length?: number;
  /** Set when parts can be asked for; never for text, which goes out compressed or not. */
  readonly parts?: FileParts;
  /** Opens the body; called at most once, never for 304 or HEAD. */
  readonly open: (signal: ClientSignal) => Promise<OpenedFile>;
}
