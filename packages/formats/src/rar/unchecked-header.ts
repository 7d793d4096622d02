import { crc32 } from 'node:zlib';
import { readVint, vintReader } from './vint.ts';

/** The header's checksum, before its size. */
const CHECKSUM = 4;

/** Header flags. */
const HAS_EXTRA = 1;
const HAS_DATA = 2;
/** File flags. */
const HAS_TIME = 2;
const HAS_CRC = 4;

/**
 * A RAR 5 file header without the file's checksum: the unpacker then skips it, a sixth of its time, and Node computes
 * it for next to nothing. Callers must verify the output.
 * @param header whole and undamaged
 * @returns the header itself when it has no checksum
 * @see RAR 5.0 archive format, "File header and service header"
 */
export function withoutChecksum(header: Buffer): Buffer {
  const from = CHECKSUM + readVint(header, CHECKSUM).width;
  const fields = vintReader(header, from, 0);
  fields.vint(); // vint type
  const flags = fields.vint(); // vint flags
  if ((flags & HAS_EXTRA) !== 0) fields.vint(); // vint bytes of the extra area
  if ((flags & HAS_DATA) !== 0) fields.vint(); // vint bytes of data
  const flagsAt = fields.at();
  const fileFlags = fields.vint(); // vint file flags
  if ((fileFlags & HAS_CRC) === 0) return header;
  fields.vint(); // vint expanded bytes
  fields.vint(); // vint attributes
  if ((fileFlags & HAS_TIME) !== 0) fields.u32(); // u32 modification time
  const crcAt = fields.at();
  const rest = Buffer.concat([header.subarray(from, crcAt), header.subarray(crcAt + 4)]);
  // The lowest seven bits of a number are in its first byte.
  rest[flagsAt - from] = (header[flagsAt] ?? 0) & ~HAS_CRC;
  const sized = Buffer.concat([writeVint(rest.length), rest]);
  const checksum = Buffer.alloc(CHECKSUM);
  checksum.writeUInt32LE(crc32(sized));
  return Buffer.concat([checksum, sized]);
}

function writeVint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}
