import { crc32 } from 'node:zlib';

/** Updates the checksums of a changed RAR 4, so that changes reach the code behind the check. */
export function repairRar4(bytes: Buffer): void {
  for (let at = 7; at + 7 <= bytes.length; ) {
    const flags = bytes.readUInt16LE(at + 3); // 0 u16 checksum, 2 u8 type, 3 u16 flags, 5 u16 size
    const size = bytes.readUInt16LE(at + 5);
    if (size < 7 || at + size > bytes.length) return;
    bytes.writeUInt16LE(crc32(bytes.subarray(at + 2, at + size)) & 0xffff, at);
    const hasData = (flags & 0x8000) !== 0 && at + 11 <= bytes.length;
    at += size + (hasData ? bytes.readUInt32LE(at + 7) : 0);
  }
}

/** The same for RAR 5. */
export function repairRar5(bytes: Buffer): void {
  for (let at = 8; at + 6 <= bytes.length; ) {
    const size = readVint(bytes, at + 4); // 0 u32 checksum, 4 vint size of what follows it
    const end = size.next + size.value;
    if (size.value < 1 || end > bytes.length) return;
    bytes.writeUInt32LE(crc32(bytes.subarray(at + 4, end)), at);
    const flags = readVint(bytes, readVint(bytes, size.next).next); // vint type, vint flags
    const extra = (flags.value & 1) === 0 ? flags : readVint(bytes, flags.next);
    const dataLength = (flags.value & 2) === 0 ? 0 : readVint(bytes, extra.next).value;
    at = end + dataLength;
  }
}

function readVint(bytes: Buffer, from: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let at = from; at < Math.min(bytes.length, from + 7); at++) {
    const byte = bytes.readUInt8(at);
    value += (byte & 0x7f) * 2 ** (7 * (at - from));
    if (byte < 0x80) return { value, next: at + 1 };
  }
  return { value, next: from + 1 };
}
