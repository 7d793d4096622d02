import { createHash, type Hash } from 'node:crypto';
import { type Container } from './container.ts';
import { type ByteSource } from './source.ts';

const SAMPLE = 64 * 1024;

/**
 * Cheap identity of an archive: a hash of its directory with names, sizes and checksums.
 * @returns hex
 */
export function fingerprintArchive(source: ByteSource, container: Container): string {
  const hash = createHash('sha256').update(`${container.kind}\n${source.size}\n`);
  for (const { name, length, crc } of container.entries) hash.update(`${JSON.stringify([name, length, crc])}\n`);
  // Without checksums, archives with equal names and sizes would match.
  const unchecked = container.entries.some((entry) => entry.crc === null && !entry.isDirectory);
  if (unchecked) addSamples(hash, source);
  return hash.digest('hex');
}

/**
 * Cheap identity of other files: size, and 64 KiB of head, middle and tail.
 * @returns hex
 */
export function fingerprintFile(source: ByteSource): string {
  const hash = createHash('sha256').update(`file\n${source.size}\n`);
  addSamples(hash, source);
  return hash.digest('hex');
}

function addSamples(hash: Hash, source: ByteSource): void {
  const middle = Math.max(0, Math.floor((source.size - SAMPLE) / 2));
  const tail = Math.max(0, source.size - SAMPLE);
  for (const offset of [0, middle, tail]) hash.update(source.readUpTo(offset, SAMPLE));
}
