import { inflateSync } from 'node:zlib';

/** Expanded bytes of a zlib stream, or undefined when it is damaged or expands to more than `limit` bytes. */
export function inflate(bytes: Buffer, limit: number): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: limit });
  } catch {
    // Both have several error codes; whoever asks does without the bytes for any of them.
    return undefined;
  }
}
