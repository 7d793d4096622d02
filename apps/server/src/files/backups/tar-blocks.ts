import { ArchiveError } from './archive-error.ts';

/** Tar as POSIX.1-1988 (ustar) has it: blocks of 512 bytes, a header before each file. */
export const BLOCK_BYTES = 512;
const CHECKSUM_AT = 148;
const CHECKSUM_BYTES = 8;
const MOST_NAME_BYTES = 100;

function sumHeader(block: Buffer): number {
  let sum = 0;
  for (const [at, byte] of block.entries()) {
    sum += at >= CHECKSUM_AT && at < CHECKSUM_AT + CHECKSUM_BYTES ? 0x20 : byte;
  }
  return sum;
}

/** The header of a file. @param name at most 100 bytes */
export function formatHeader(name: string, size: number, modifiedAt: number): Buffer {
  if (Buffer.byteLength(name) > MOST_NAME_BYTES) throw new Error(`"${name}" is too long for an entry`);
  const block = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, at: number, length: number): void => {
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  };
  block.write(name, 0);
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(Math.floor(modifiedAt / 1000), 136, 12);
  block.write('0', 156, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  block.write(`${sumHeader(block).toString(8).padStart(6, '0')}\0 `, CHECKSUM_AT, 'latin1');
  return block;
}

function readText(block: Buffer, at: number, length: number): string {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
}

/** Name and size of a header; undefined for the empty block at the end. @throws {ArchiveError} it is no header */
export function parseHeader(block: Buffer): { readonly name: string; readonly size: number } | undefined {
  if (block.every((byte) => byte === 0)) return undefined;
  const sum = Number.parseInt(readText(block, CHECKSUM_AT, CHECKSUM_BYTES), 8);
  const size = Number.parseInt(readText(block, 124, 12), 8);
  if (sum !== sumHeader(block) || !Number.isSafeInteger(size) || readText(block, 156, 1) !== '0') {
    throw new ArchiveError('The backup is damaged: an entry has no valid header');
  }
  return { name: readText(block, 0, MOST_NAME_BYTES), size };
}

/** Zeros that fill the last block of a file. */
export function padding(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
}
