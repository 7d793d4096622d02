import { crc32 } from 'node:zlib';
import { viewBytes } from '../byte-view.ts';
import { decodeUtf8 } from '../name-encoding.ts';

const ZIP64 = 0x0001;
const UNICODE_PATH = 0x7075;

/** Extra fields that override fixed fields. */
export interface ExtraFields {
  /** Content of the ZIP64 field. */
  readonly zip64: Buffer | undefined;
  /** UTF-8 name (Info-ZIP), when its checksum matches the plain name. */
  readonly unicodeName: string | undefined;
  /** The fields are inconsistent; those after the fault were not read. */
  readonly damaged: boolean;
}

/**
 * Reads the extra field of a central header.
 * @param rawName the plain name, for the checksum of the Unicode name
 * @see APPNOTE.TXT 6.3.10 sections 4.5.3 and 4.6.9
 */
export function readExtraFields(extra: Buffer, rawName: Buffer): ExtraFields {
  const view = viewBytes(extra, 0, 'zip.bad-entry');
  let zip64: Buffer | undefined;
  let unicodeName: string | undefined;
  let at = 0;
  while (at + 4 <= extra.length) {
    const id = view.u16(at); // 0 u16 field id
    const length = view.u16(at + 2); // 2 u16 bytes of content
    if (at + 4 + length > extra.length) return { zip64, unicodeName, damaged: true };
    const content = view.bytes(at + 4, length);
    if (id === ZIP64) zip64 ??= content;
    else if (id === UNICODE_PATH) unicodeName ??= readUnicodePath(content, rawName);
    at += 4 + length;
  }
  // Up to three padding bytes are common.
  return { zip64, unicodeName, damaged: false };
}

function readUnicodePath(content: Buffer, rawName: Buffer): string | undefined {
  // 0 u8 version, 1 u32 CRC-32 of the plain name, 5 name in UTF-8
  if (content.length <= 5 || content.readUInt8(0) !== 1) return undefined;
  if (content.readUInt32LE(1) !== crc32(rawName)) return undefined;
  return decodeUtf8(content.subarray(5));
}
