/** Control characters except tab and line ends, and the two non-characters: databases refuse some of them. */
const FORBIDDEN = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;

const PROBE_BYTES = 256;

/**
 * Decodes an XML, XHTML or CSS document: byte order mark, zero bytes of UTF-16 without mark, declared encoding
 * (`encoding="…"` or `@charset "…"`), UTF-8, else Windows-1252. Drops characters that XML forbids.
 * @see XML 1.0 (fifth edition) appendix F
 */
export function decodeText(bytes: Uint8Array): string {
  return stripForbidden(decode(bytes, findEncoding(bytes)));
}

/** Drops characters that XML forbids; lone surrogates become U+FFFD. */
export function stripForbidden(text: string): string {
  return text.replace(FORBIDDEN, '').toWellFormed();
}

/** Byte patterns at the start of a document; null matches any byte. */
const SIGNATURES: readonly (readonly [string, readonly (number | null)[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  // "<" and a Latin letter, each in two bytes
  ['utf-16le', [0x3c, 0x00, null, 0x00]],
  ['utf-16be', [0x00, 0x3c, 0x00, null]],
];

function findEncoding(bytes: Uint8Array): string {
  const found = SIGNATURES.find(([, pattern]) => pattern.every((byte, at) => byte === null || byte === bytes[at]));
  return found?.[0] ?? declaredEncoding(bytes);
}

function declaredEncoding(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, PROBE_BYTES)).toString('latin1');
  const found = /^\s*(?:<\?xml[^>]*?\sencoding\s*=\s*|@charset\s+)["']\s*([\w.:-]+)/i.exec(head);
  const label = found?.[1]?.toLowerCase() ?? 'utf-8';
  // Not two-byte units, or the checks above had matched: a declaration left from a conversion.
  return /^(utf-?16|ucs-?2|iso-10646)/.test(label) ? 'utf-8' : label;
}

function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes);
  } catch (error) {
    // RangeError: no such encoding. TypeError: not valid UTF-8.
    if (error instanceof RangeError) return decode(bytes, 'utf-8');
    if (error instanceof TypeError) return new TextDecoder('windows-1252').decode(bytes);
    throw error;
  }
}
