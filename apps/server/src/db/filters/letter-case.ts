/** Beyond it no script has upper and lower case. */
const LAST_CASED = 0x1_e9_43;
const ASCII_END = 0x80;

/** The lower case of one letter where that is one letter too. Letters of ASCII are like no others: databases see it so. */
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

/** A text as filters compare it: letter by letter in lower case. */
export function foldCase(text: string): string {
  return Array.from(text, lowerOf).join('');
}

/** All ways to write a letter, itself among them; one letter for what has no case. */
export function spellingsOf(letter: string): string {
  variants ??= readVariants();
  const lower = lowerOf(letter);
  if (/^[a-z]$/.test(lower)) return lower + lower.toUpperCase();
  return variants.get(lower) ?? letter;
}

/** Whether a text is of ASCII alone. */
export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
