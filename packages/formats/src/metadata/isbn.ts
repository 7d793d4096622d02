/** An ISBN in text: 10 or 13 digits with single hyphens or spaces, not part of a longer number. */
const CANDIDATE =
  /(?<![\d-])(?:97[89][-\s\u2010-\u2015]?)?\d(?:[-\s\u2010-\u2015]?\d){8}[-\s\u2010-\u2015]?[\dXx](?![\d-]*\d)/g;

/**
 * Reads one ISBN, without hyphens, spaces and prefixes such as `urn:isbn:` or `ISBN-13:`.
 * @returns 10 or 13 characters (an ISBN-10 is not converted); undefined for a wrong length or check digit
 * @see ISO 2108, ISBN Users' Manual 7th edition, section 4.5 and appendix 1
 */
export function readIsbn(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^(?:urn:)?isbn(?:[-\s]?1[03])?[:\s]*/i, '')
    .replace(/[-\s\u2010-\u2015]/g, '')
    .toUpperCase();
  if (/^\d{9}[\dX]$/.test(bare)) return isValidIsbn10(bare) ? bare : undefined;
  if (/^97[89]\d{10}$/.test(bare)) return isValidIsbn13(bare) ? bare : undefined;
  return undefined;
}

/** All valid ISBNs in a text, in order, without an ISBN-10 that repeats an ISBN-13 or the reverse. */
export function findIsbns(text: string): readonly string[] {
  return distinctIsbns(Array.from(text.matchAll(CANDIDATE), ([candidate]) => readIsbn(candidate)));
}

/** Removes gaps and second spellings of the same number. */
export function distinctIsbns(isbns: Iterable<string | undefined>): readonly string[] {
  const known = new Map<string, string>();
  for (const isbn of isbns) {
    if (isbn === undefined) continue;
    const key = isbn.length === 13 ? isbn.slice(3, 12) + isbn.slice(0, 3) : `${isbn.slice(0, 9)}978`;
    if (!known.has(key)) known.set(key, isbn);
  }
  return [...known.values()];
}

function isValidIsbn10(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < 10; index += 1) {
    const digit = digits.charAt(index);
    sum += (10 - index) * (digit === 'X' ? 10 : Number(digit));
  }
  return sum % 11 === 0;
}

function isValidIsbn13(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < 13; index += 1) sum += Number(digits.charAt(index)) * (index % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
}
