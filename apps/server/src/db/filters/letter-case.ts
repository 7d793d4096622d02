/** The last code point with case. */
const LAST_CASED = 0x1_e9_43;
const ASCII_END = 0x80;

/** The lower case of one letter, when that is one letter too. ASCII letters match only ASCII, as in the databases. */
function lowerOf(letter: string): string {
  const lower = letter.toLowerCase();
  if (Array.from(lower).length !== 1) return letter;
  const isPlain = (text: string): boolean => (text.codePointAt(0) ?? 0) < ASCII_END;
  return isPlain(lower) === isPlain(letter) ? lower : letter;
}

let variants: ReadonlyMap<string, string> | undefined;

function readVariants(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let point = ASCII_END; point <= LAST_CASED; point += 1) {
    const letter = String.fromCodePoint(point);
    const lower = lowerOf(letter);
    if (lower !== letter) found.set(lower, (found.get(lower) ?? lower) + letter);
  }
  return found;
}

/** A text in lower case, letter by letter. */
export function foldCase(text: string): string {
  return Array.from(text, lowerOf).join('');
}

/** Both cases of a letter; the letter itself where it has none. */
export function spellingsOf(letter: string): string {
  variants ??= readVariants();
  const lower = lowerOf(letter);
  if (/^[a-z]$/.test(lower)) return lower + lower.toUpperCase();
  return variants.get(lower) ?? letter;
}

/** Whether a text is ASCII only. */
export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
