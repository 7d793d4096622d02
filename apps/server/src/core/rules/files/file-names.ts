import { hash } from 'node:crypto';

/** In UTF-8. File systems hold 255, and others add something: ` (2)`, `.part`. */
const MAX_BYTES = 200;
const MAX_EXTENSION = 16;

/** What makes a name look like another: directions of text, and invisible marks. */
const INVISIBLE =
  /[\u{61c}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}\u{2066}-\u{2069}\u{feff}\u{fff9}-\u{fffb}]/gu;
/** What some file system or some program gives a meaning of its own. */
const RESERVED = /[\p{Cc}\u{2028}\u{2029}<>:"/\\|?*]/gu;
/** Windows takes these for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/iu;

/** The name in two parts: the extension has its dot, and is empty when there is none. */
function split(name: string): readonly [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot < 1 || name.length - dot > MAX_EXTENSION ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
}

/** As many whole characters of a text as fit. */
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

/** Without the spaces and dots at its end. A pattern would look for the end at each of them, however many there are. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s.]/u.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/**
 * A name that every file system takes, and that leads into no folder.
 * @param fallback instead of a name of which nothing remains
 */
export function safeFileName(name: string, fallback: string): string {
  const visible = name.toWellFormed().normalize('NFC').replace(INVISIBLE, '').replace(RESERVED, '_');
  const trimmed = withoutEnd(visible.trim());
  if (trimmed === '') return fallback;
  const [stem, extension] = split(trimmed);
  const short = cut(stem, MAX_BYTES - Buffer.byteLength(extension)) + extension;
  return DEVICE.test(short) ? `_${short}` : short;
}

/** MD5, hex, of the name that a file is downloaded under: one of the two ways in which KOReader knows a document. */
export function nameHashOf(fileName: string): string {
  return hash('md5', safeFileName(fileName, fileName));
}

/** Gives every name once: `Book.cbz`, then `Book (2).cbz`. Names that differ in case alone count as the same. */
export function createUniqueNames(): (name: string) => string {
  const given = new Set<string>();
  const counts = new Map<string, number>();
  const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase();
  return (name) => {
    const [stem, extension] = split(name);
    let unique = name;
    let count = counts.get(keyOf(name)) ?? 1;
    while (given.has(keyOf(unique))) {
      count += 1;
      unique = `${stem} (${count})${extension}`;
    }
    counts.set(keyOf(name), count);
    given.add(keyOf(unique));
    return unique;
  };
}
