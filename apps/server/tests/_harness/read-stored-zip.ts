import { crc32 } from 'node:zlib';

/** An entry as the directory of an archive describes it, with its bytes. */
export interface StoredEntry {
  readonly name: string;
  readonly bytes: Buffer;
  /** Epoch seconds of the extended timestamp. */
  readonly modifiedAt: number;
}

/** Reads an archive of stored entries by its directory; it fails when a checksum, a size or a header is wrong. */
export function readStoredZip(zip: Buffer): readonly StoredEntry[] {
  const end = zip.length - 22;
  if (zip.readUInt32LE(end) !== 0x06054b50) throw new Error('The archive has no end');
  let at = zip.readUInt32LE(end + 16);
  const entries: StoredEntry[] = [];
  for (let index = 0; index < zip.readUInt16LE(end + 10); index += 1) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error(`Entry ${String(index)} has no header`);
    if ((zip.readUInt16LE(at + 8) & 0x800) === 0) throw new Error('The name is not marked as UTF-8');
    const [crc, length] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)];
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, nameEnd);
    const local = zip.readUInt32LE(at + 42);
    if (zip.readUInt32LE(local) !== 0x04034b50) throw new Error(`"${name}" is not where the directory says`);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + length);
    const descriptor = start + length;
    const stated = [zip.readUInt32LE(descriptor), zip.readUInt32LE(descriptor + 4), zip.readUInt32LE(descriptor + 8)];
    const expected = [0x08074b50, crc, length];
    if (stated.join() !== expected.join()) throw new Error(`What follows "${name}" is not its checksum and size`);
    if (crc32(bytes) !== crc) throw new Error(`"${name}" has another checksum`);
    entries.push({ name, bytes, modifiedAt: zip.readInt32LE(nameEnd + 5) });
    at = nameEnd + zip.readUInt16LE(at + 30);
  }
  if (at !== end) throw new Error('There is something between the directory and the end');
  return entries;
}
