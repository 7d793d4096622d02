import { hash } from 'node:crypto';

/** In UTF-8. File systems allow 255; others may add ` (2)` or `.part`. */
const MAX_BYTES = 200;
const MAX_EXTENSION = 16;

/** Directions of text and invisible marks, which make a name look like another. */
const INVISIBLE =
  /[\u{61c}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}\u{2066}-\u{2069}\u{feff}\u{fff9}-\u{fffb}]/gu;
/** Characters with a meaning for a file system or program. */
const RESERVED = /[\p{Cc}\u{2028}\u{2029}<>:"/\\|?*]/gu;
/** Device names of Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/iu;

function split(name: string): readonly [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot < 1 || name.length - dot > MAX_EXTENSION ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
}

/** The longest start of a text that fits, in whole characters. */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let kept = '';
  let length = 0;
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > bytes) break;
    kept += character;
  }
  return kept.trimEnd();
}

/** Removes trailing spaces and dots. A regular expression would take quadratic time. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s.]/u.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/**
 * A file name without folders that every file system accepts.
 * @param fallback replaces a name of which nothing is left
 */
export function safeFileName(name: string, fallback: string): string {
  const visible = name.toWellFormed().normalize('NFC').replace(INVISIBLE, '').replace(RESERVED, '_');
  const trimmed = withoutEnd(visible.trim());
  if (trimmed === '') return fallback;
  const [stem, extension] = split(trimmed);
  const short = cut(stem, MAX_BYTES - Buffer.byteLength(extension)) + extension;
  return DEVICE.test(short) ? `_${short}` : short;
}

/** MD5 in hex of the download name; KOReader identifies documents by it. */
export function hashFileName(fileName: string): string {
  return hash('md5', safeFileName(fileName, fileName));
}

/** Makes names unique: `Book.cbz`, then `Book (2).cbz`. Names that differ only in case are equal. */
export function createUniqueNames(): (name: string) => string {
  const given = new Set<string>();
  const counts = new Map<string, number>();
  const toKey = (name: string): string => name.normalize('NFKC').toLowerCase();
  return (name) => {
    const [stem, extension] = split(name);
    let unique = name;
    let count = counts.get(toKey(name)) ?? 1;
    while (given.has(toKey(unique))) {
      count += 1;
      unique = `${stem} (${count})${extension}`;
    }
    counts.set(toKey(name), count);
    given.add(toKey(unique));
    return unique;
  };
}
