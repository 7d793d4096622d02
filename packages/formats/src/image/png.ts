import { type Measured } from './measure.ts';
import { readExifOrientation } from './tiff.ts';

/** Chunks searched before the pixels; real files have about ten. */
const MAX_CHUNKS = 256;

/**
 * Reads IHDR, the first chunk (after `CgBI` in pictures for old iPhones), and an EXIF block before the pixels. A later
 * one is ignored: finding it would mean reading the whole file.
 * @see PNG specification, third edition, sections 11.2.1 (IHDR) and 11.3.4.5 (eXIf)
 */
export function measurePng(head: Buffer): Measured {
  let at = 8;
  let size: { readonly width: number; readonly height: number } | undefined;
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk++) {
    if (at + 16 > head.length) return { ...size, more: at + 16 };
    const length = head.readUInt32BE(at); // 0 u32 bytes of content
    const type = head.toString('latin1', at + 4, at + 8); // 4 chunk type
    const content = at + 8;
    at += 12 + length; // 4 bytes of checksum follow the content
    if (type === 'IHDR') size = { width: head.readUInt32BE(content), height: head.readUInt32BE(content + 4) };
    else if (size === undefined && chunk > 0) return undefined;
    else if (type === 'IDAT' || type === 'IEND') return size;
    else if (type === 'eXIf') {
      if (content + length > head.length) return { ...size, more: content + length };
      const orientation = readExifOrientation(head.subarray(content, content + length));
      return size === undefined ? undefined : { ...size, orientation };
    }
  }
  return size;
}
