import { viewBytes } from '../byte-view.ts';
import { LOCAL_HEADER } from './signatures.ts';

/** Bytes of a local header before its name. */
export const LOCAL_FIXED = 30;

/** Local header fields that locate the data and identify the entry. */
export interface LocalHeader {
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedLength: number;
  readonly length: number;
  readonly nameLength: number;
  readonly extraLength: number;
}

/**
 * Reads the fixed part of a local header.
 * @param bytes at least its 30 bytes
 * @param base offset of `bytes` in the file
 * @returns undefined for another signature
 * @see APPNOTE.TXT 6.3.10 section 4.3.7
 */
export function readLocalHeader(bytes: Buffer, base: number): LocalHeader | undefined {
  const view = viewBytes(bytes, base, 'zip.truncated');
  if (view.length < LOCAL_FIXED || view.u32(0) !== LOCAL_HEADER) return undefined;
  return {
    flags: view.u16(6), //  6 u16 flags
    method: view.u16(8), //  8 u16 method
    crc: view.u32(14), // 14 u32 CRC-32, 0 when a data descriptor follows the data
    packedLength: view.u32(18), // 18 u32 packed bytes
    length: view.u32(22), // 22 u32 expanded bytes
    nameLength: view.u16(26), // 26 u16 bytes of the name
    // Its length often differs from the directory's: only this one locates the data.
    extraLength: view.u16(28), // 28 u16 bytes of the extra field
  };
}
