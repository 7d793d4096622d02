import type { Readable } from 'node:stream';

/** An opened body. A stream is owned by whoever sends it: read to the end or destroyed. */
export interface OpenedFile {
  readonly body: Uint8Array | Readable;
  /** Bytes that will come, when known; a `Uint8Array` knows. */
  readonly length?: number;
  /** Set when the bytes are already compressed for the wire. */
  readonly contentEncoding?: 'gzip';
  /** Called when all bytes of a `Uint8Array` have gone out, and not when they have not: they will be written over. */
  /** True when the bytes are not the ones that the tag names, but stand in for them: nobody may keep them. */
  readonly isStandIn?: boolean;
  readonly giveBack?: () => void;
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
  /** The request header whose value chose between several answers under this address. */
  readonly vary?: 'accept';
  /** Replaces the policy of files, which forbids everything and puts documents in a sandbox. */
  readonly contentSecurityPolicy?: string;
  /**
   * Opens the body; called at most once, never for 304 or HEAD.
   * @param signal aborted when the client has gone: whatever is being read or made should stop
   */
  readonly open: (signal: AbortSignal) => Promise<OpenedFile>;
}
