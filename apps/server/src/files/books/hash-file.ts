import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Small enough that hashing a piece holds nobody up. */
const PIECE = 256 * 1024;
/** A file that fills its piece is asked once more whether that was all. */
const MORE = 1;

/**
 * SHA-256 of a whole file, lower-case hex, a piece at a time.
 * @param size what is known of its size, in bytes: a small file takes little memory; a wrong one does no harm
 * @throws {Error} what the disk says, or `signal`'s reason
 */
export async function hashFile(absolutePath: string, signal: AbortSignal, size = PIECE): Promise<string> {
  const file = await open(absolutePath, 'r');
  try {
    const hash = createHash('sha256');
    const piece = Buffer.allocUnsafe(Math.min(PIECE, size + MORE));
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
