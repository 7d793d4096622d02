import { viewBytes } from '../byte-view.ts';
import { FormatError } from '../format-error.ts';
import { type ExtraFields, readExtraFields } from './extra-fields.ts';
import { CENTRAL_HEADER, SATURATED_16, SATURATED_32 } from './signatures.ts';

const FIXED = 46;

/** Header of an entry; local headers of a truncated archive are converted to it. */
export interface EntryHeader {
  readonly rawName: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedLength: number;
  readonly length: number;
  /** Stated offset of the local header, before any shift. */
  readonly localOffset: number;
  /** Unix file mode, 0 for other systems. */
  readonly mode: number;
  /** Marked as a folder, whatever its name. */
  readonly isFolder: boolean;
  readonly unicodeName: string | undefined;
  /** Sizes or offset are missing, or the entry is on another disk. */
  readonly broken: boolean;
  /** The extra field is inconsistent. */
  readonly damagedExtra: boolean;
}

/**
 * Reads one central directory header.
 * @param directory the central directory only
 * @param at offset of the header in `directory`
 * @param base offset of the directory in the file
 * @returns the header, and `next`, the offset after it
 * @throws {FormatError} `zip.truncated` or `zip.bad-signature`
 * @see APPNOTE.TXT 6.3.10 section 4.3.12
 */
export function readCentralHeader(
  directory: Buffer,
  at: number,
  base: number,
): { readonly header: EntryHeader; readonly next: number } {
  const view = viewBytes(directory.subarray(at), base + at, 'zip.truncated');
  //  0 u32 signature
  if (view.u32(0) !== CENTRAL_HEADER) {
    throw new FormatError('zip.bad-signature', `Expected a directory entry at ${base + at}`, { offset: base + at });
  }
  const nameLength = view.u16(28); // 28 u16 bytes of the name
  const extraLength = view.u16(30); // 30 u16 bytes of the extra field
  const commentLength = view.u16(32); // 32 u16 bytes of the comment
  const rawName = view.bytes(FIXED, nameLength);
  const extra = readExtraFields(view.bytes(FIXED + nameLength, extraLength), rawName);
  const wide = readWideFields(
    {
      packedLength: view.u32(20), // 20 u32 packed bytes
      length: view.u32(24), // 24 u32 expanded bytes
      disk: view.u16(34), // 34 u16 disk where the entry starts
      localOffset: view.u32(42), // 42 u32 offset of the local header
    },
    extra,
  );
  const madeBy = view.u8(5); //  4 u16 made by: the high byte is the system, 3 = Unix, 19 = macOS
  const attributes = view.u32(38); // 38 u32 attributes: the high half is the Unix mode, bit 4 the DOS folder mark
  return {
    header: {
      rawName,
      flags: view.u16(8), //  8 u16 flags
      method: view.u16(10), // 10 u16 method
      crc: view.u32(16), // 16 u32 CRC-32
      mode: madeBy === 3 || madeBy === 19 ? attributes >>> 16 : 0,
      isFolder: (attributes & 0x10) !== 0 && wide.length === 0,
      unicodeName: extra.unicodeName,
      damagedExtra: extra.damaged,
      ...wide,
    },
    next: at + FIXED + nameLength + extraLength + commentLength,
  };
}

interface WideFields {
  readonly packedLength: number;
  readonly length: number;
  readonly localOffset: number;
}

/** The ZIP64 field only has values whose 32-bit field is saturated, in a fixed order. */
function readWideFields(
  narrow: WideFields & { readonly disk: number },
  extra: ExtraFields,
): WideFields & { readonly broken: boolean } {
  const view = viewBytes(extra.zip64 ?? Buffer.alloc(0), 0, 'zip.bad-entry');
  let { packedLength, length, localOffset } = narrow;
  let at = 0;
  const next = (): number => {
    at += 8;
    return view.u64(at - 8);
  };
  try {
    if (length === SATURATED_32) length = next();
    if (packedLength === SATURATED_32) packedLength = next();
    if (localOffset === SATURATED_32) localOffset = next();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { packedLength, length, localOffset, broken: true };
  }
  return { packedLength, length, localOffset, broken: narrow.disk !== 0 && narrow.disk !== SATURATED_16 };
}
