import { createHash } from 'node:crypto';
import { type ByteSource } from './source.ts';

const SAMPLE = 1024;
const STEPS = 11;

/**
 * KOReader's partial MD5, the document id of its sync server: 1,024 bytes at offset 0 and at 1,024 times 4 to the power
 * of 0 to 10, up to the end of the file; a short last sample counts.
 * @returns lower-case hex
 */
export function readKoreaderHash(source: ByteSource): string {
  const hash = createHash('md5');
  const offsets = [0, ...Array.from({ length: STEPS }, (_, step) => SAMPLE * 4 ** step)];
  for (const offset of offsets) {
    if (offset >= source.size) break;
    hash.update(source.look(offset, SAMPLE));
  }
  return hash.digest('hex');
}
