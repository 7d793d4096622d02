const DECIMAL = String.raw`(\d{1,9}(?:\.\d{1,3})?)`;
/** Where a word begins: `Comic 2020` does not hold chapter 2020. */
const START = String.raw`(?<![\p{L}\d])`;

/** First pattern with a match wins; the last match of the pattern for bare numbers, the first one of the others. */
const NUMBER_PATTERNS: readonly RegExp[] = [
  new RegExp(String.raw`#${DECIMAL}`, 'u'),
  new RegExp(String.raw`${START}v(?:ol(?:ume)?)?\.?[ _]{0,3}${DECIMAL}`, 'iu'),
  new RegExp(String.raw`${START}c(?:h(?:apter)?)?\.?[ _]{0,3}${DECIMAL}`, 'iu'),
  new RegExp(String.raw`${START}part\.?[ _]{0,3}${DECIMAL}`, 'iu'),
  new RegExp(String.raw`${START}ep(?:isode)?\.?[ _]{0,3}${DECIMAL}`, 'iu'),
];
const PARENTHESISED = new RegExp(String.raw`\(${DECIMAL}\)`, 'gu');
const BARE = new RegExp(String.raw`(?<=^|[\s_-])${DECIMAL}(?=\s*(?:$|[(\[]))`, 'gu');
const YEAR = /^(?:19|20)\d\d$/;

const AXIS_START = String.raw`(?:^|[\s_\-[(])`;
const VOLUME = new RegExp(String.raw`${AXIS_START}v(?:ol(?:ume)?)?\.?\s*(\d{1,9})(\.\d)?`, 'iu');
const CHAPTER = new RegExp(String.raw`${AXIS_START}c(?:h(?:apter)?)?\.?\s*(\d{1,9}(?:\.\d{1,3})?)`, 'iu');

/** Vulgar fractions as comics number their half issues. */
const FRACTIONS: Readonly<Record<string, number>> = { '½': 0.5, '¼': 0.25, '¾': 0.75 };

/**
 * The number in a book's file name: `Batman #1.5` gives 1.5, `Batman (2011) (42)` 42, `Comic 2020 005` 5.
 * @param stem file name without extension
 * @returns undefined when the name has none
 */
export function readNumber(stem: string): number | undefined {
  for (const pattern of NUMBER_PATTERNS) {
    const found = pattern.exec(stem)?.[1];
    if (found !== undefined) return Number(found);
  }
  const inParentheses = [...stem.matchAll(PARENTHESISED)]
    .map(([, text]) => text ?? '')
    .find((text) => !YEAR.test(text));
  if (inParentheses !== undefined) return Number(inParentheses);
  const bare = [...stem.matchAll(BARE)].at(-1)?.[1];
  return bare === undefined ? undefined : Number(bare);
}

/**
 * Volume and chapter in a book's file name: `Series v15 - c126 (2023)` gives 15 and 126.
 * @param stem file name without extension
 */
export function readVolumeAndChapter(stem: string): {
  readonly volume: number | null;
  readonly chapter: number | null;
} {
  const volume = VOLUME.exec(stem);
  const chapter = CHAPTER.exec(stem)?.[1];
  // A volume is whole: half a volume is no volume.
  const isWhole = volume !== null && volume[2] === undefined;
  return { volume: isWhole ? Number(volume[1]) : null, chapter: chapter === undefined ? null : Number(chapter) };
}

/**
 * The value of a number as books state it: `12.5`, `½`, `1½`, `-1`, `007`, `10a`.
 * @returns undefined when it does not begin with a number
 */
export function parseNumberText(text: string): number | undefined {
  const found = /^\s*([-+]?\d{0,9}(?:[.,]\d{1,6})?)\s*([½¼¾]?)/u.exec(text);
  const digits = found?.[1] ?? '';
  const fraction = FRACTIONS[found?.[2] ?? ''];
  const whole = /\d/.test(digits) ? Number(digits.replace(',', '.')) : undefined;
  if (whole === undefined && fraction === undefined) return undefined;
  return (whole ?? 0) + (fraction ?? 0);
}
