const WORDS = {
  volume: String.raw`v(?:ol(?:ume)?s?)?|tome|t`,
  chapter: String.raw`c(?:h(?:apters?|p)?)?`,
  number: '#',
} as const;

/** Longer spans are a mistake. */
const MAX_SPAN = 200;

const PATTERNS = {
  volume: toPattern(WORDS.volume),
  chapter: toPattern(WORDS.chapter),
  number: toPattern(WORDS.number),
} as const;

/** A word, two numbers joined by a dash without a year behind it, and no further digit. */
function toPattern(word: string): RegExp {
  return new RegExp(
    String.raw`(?<![\p{L}\d])(?:${word})\.?[\s_]{0,3}0{0,4}(\d{1,6})[\s_]{0,2}[-–~][\s_]{0,2}(?:${word})?\.?0{0,4}(\d{1,6})(?!\d|\.\d)`,
    'giu',
  );
}

/**
 * The end of a span in a file name: `Saga v01-03.cbz` gives 3 for volume 1.
 * @returns undefined for a single number
 */
export function readSpanEnd(fileName: string, unit: keyof typeof PATTERNS, from: number): number | undefined {
  for (const [, first, last] of fileName.matchAll(PATTERNS[unit])) {
    const end = Number(last);
    if (Number(first) === from && end > from && end - from <= MAX_SPAN) return end;
  }
  return undefined;
}
