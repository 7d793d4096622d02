import { inflateSync } from 'node:zlib';

/** Inflates a zlib stream; undefined when it is damaged or larger than `limit` bytes. */
export function inflate(bytes: Buffer, limit: number): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: limit });
  } catch {
    // Both have several error codes, and callers do without the bytes in any case.
    return undefined;
  }
}
