import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Small enough that hashing a piece holds nobody up. */
const PIECE = 256 * 1024;

/** Memory for a piece of a file; who hashes many uses it for all of them, one after the other. */
export function pieceMemory(): Buffer {
  return Buffer.allocUnsafeSlow(PIECE);
}

/**
 * SHA-256 of a whole file, lower-case hex, a piece at a time.
 * @param piece memory that nobody else uses meanwhile
 * @throws {Error} what the disk says, or `signal`'s reason
 */
export async function hashFile(absolutePath: string, signal: AbortSignal, piece = pieceMemory()): Promise<string> {
  const file = await open(absolutePath, 'r');
  try {
    const hash = createHash('sha256');
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(piece, 0, piece.length, null);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(piece.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
