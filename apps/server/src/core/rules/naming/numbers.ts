import type { NumberStrategy } from '@lectern/contract';
import type { z } from 'zod';
import type { NumberRuleName } from './decision.ts';

const DECIMAL = String.raw`(\d{1,9}(?:\.\d{1,3})?)`;
/** Start of a word, so that `Comic 2020` has no chapter 2020. */
const START = String.raw`(?<![\p{L}\d])`;

/** The first pattern with a match wins. */
const NUMBER_PATTERNS: readonly RegExp[] = [
  // Issues are also called #-1, #0, #½ and #1½.
  /#(-?\d{1,9}(?:\.\d{1,3})?[½¼¾]?|[½¼¾])/u,
  new RegExp(String.raw`${START}v(?:ol(?:ume)?)?\.?[ _]{0,3}${DECIMAL}`, 'iu'),
  new RegExp(String.raw`${START}c(?:h(?:apter)?)?\.?[ _]{0,3}${DECIMAL}`, 'iu'),
  new RegExp(String.raw`${START}part\.?[ _]{0,3}${DECIMAL}`, 'iu'),
  new RegExp(String.raw`${START}ep(?:isode)?\.?[ _]{0,3}${DECIMAL}`, 'iu'),
];
const PARENTHESISED = new RegExp(String.raw`\(${DECIMAL}\)`, 'gu');
const BARE = new RegExp(String.raw`(?<=^|[\s_-])${DECIMAL}(?=\s*(?:$|[(\[]))`, 'gu');
const YEAR = /^(?:19|20)\d\d$/;

const AXIS_START = String.raw`(?:^|[\s_\-[(])`;
const WHOLE = String.raw`(\d{1,9})(\.\d)?`;
/** The first pattern with a match wins. */
const VOLUME_PATTERNS: readonly RegExp[] = [
  new RegExp(String.raw`${AXIS_START}v(?:ol(?:ume)?)?\.?[\s_]{0,3}${WHOLE}`, 'iu'),
  new RegExp(String.raw`${AXIS_START}(?:tome|том|เล่ม)\.?[\s_]{0,3}${WHOLE}`, 'iu'),
  new RegExp(String.raw`[卷第]${WHOLE}(?![\d.話话回章화])`, 'u'),
  new RegExp(String.raw`${WHOLE}[巻卷권冊册]`, 'u'),
];
const CHAPTER_PATTERNS: readonly RegExp[] = [
  new RegExp(String.raw`${AXIS_START}c(?:h(?:apters?|p)?)?\.?[\s_]{0,3}${DECIMAL}`, 'iu'),
  new RegExp(String.raw`${AXIS_START}chapter-${DECIMAL}`, 'iu'),
  new RegExp(String.raw`${AXIS_START}(?:глава|ตอนที่|บทที่)\.?[\s_]{0,3}${DECIMAL}`, 'iu'),
  new RegExp(String.raw`${AXIS_START}${DECIMAL}\s{1,3}глава`, 'iu'),
  new RegExp(String.raw`第${DECIMAL}[話话回章화]`, 'u'),
  new RegExp(String.raw`${DECIMAL}(?:-\d{1,4})?화`, 'u'),
  new RegExp(String.raw`${AXIS_START}ep(?:isode)?\.?[\s_]{0,3}${DECIMAL}`, 'iu'),
];

const FRACTIONS: Readonly<Record<string, number>> = { '½': 0.5, '¼': 0.25, '¾': 0.75 };

function firstMatch(patterns: readonly RegExp[], text: string): RegExpExecArray | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (found !== null) return found;
  }
  return undefined;
}

/** The last bare number; a year that is repeated in parentheses does not count. */
function readBareNumber(stem: string): number | undefined {
  const bare = [...stem.matchAll(BARE)].at(-1)?.[1];
  return bare === undefined || (YEAR.test(bare) && stem.includes(`(${bare})`)) ? undefined : Number(bare);
}

/**
 * The number in a file name without extension: `Batman #1.5` gives 1.5, `Batman (2011) (42)` 42, `Comic 2020 005` 5.
 * @returns undefined without a number
 */
export function readNumber(stem: string): number | undefined {
  const found = firstMatch(NUMBER_PATTERNS, stem)?.[1];
  if (found !== undefined) return parseNumberText(found);
  const inParentheses = [...stem.matchAll(PARENTHESISED)]
    .map(([, text]) => text ?? '')
    .find((text) => !YEAR.test(text));
  return inParentheses === undefined ? readBareNumber(stem) : Number(inParentheses);
}

/** Volume and chapter in a file name without extension: `Series v15 - c126 (2023)` gives 15 and 126. The first of a span counts. */
export function readVolumeAndChapter(stem: string): {
  readonly volume: number | null;
  readonly chapter: number | null;
} {
  const volume = firstMatch(VOLUME_PATTERNS, stem);
  const chapter = firstMatch(CHAPTER_PATTERNS, stem)?.[1];
  // A fractional volume is none.
  const isWhole = volume !== undefined && volume[2] === undefined;
  return { volume: isWhole ? Number(volume[1]) : null, chapter: chapter === undefined ? null : Number(chapter) };
}

/**
 * Parses a stated number: `12.5`, `½`, `1½`, `-1`, `007`, `10a`.
 * @returns undefined when the text does not start with a number
 */
export function parseNumberText(text: string): number | undefined {
  const found = /^\s*([-+]?\d{0,9}(?:[.,]\d{1,6})?)\s*([½¼¾]?)/u.exec(text);
  const digits = found?.[1] ?? '';
  const fraction = FRACTIONS[found?.[2] ?? ''];
  const whole = /\d/.test(digits) ? Number(digits.replace(',', '.')) : undefined;
  if (whole === undefined && fraction === undefined) return undefined;
  return (whole ?? 0) + (fraction ?? 0);
}

export type NumberStrategyName = z.infer<typeof NumberStrategy>;

/** A book's number as text and as sortable decimal. */
export interface BookNumber {
  readonly text: string | null;
  readonly sort: number | null;
  readonly rule: NumberRuleName;
  readonly input: string;
}

interface NumberSources {
  readonly stated: string | null;
  /** The user's number wins over any strategy. */
  readonly isLocked: boolean;
  readonly stem: string;
  /** Position among the books of the series, from 1; null when unknown. */
  readonly position: number | null;
}

function noNumber(input: string): BookNumber {
  return { text: null, sort: null, rule: 'no-number', input };
}

function fromStated(stated: string | null, rule: NumberRuleName): BookNumber | undefined {
  const sort = stated === null ? undefined : parseNumberText(stated);
  return stated === null || sort === undefined ? undefined : { text: stated, sort, rule, input: stated };
}

function fromName(stem: string): BookNumber | undefined {
  const sort = readNumber(stem);
  return sort === undefined ? undefined : { text: String(sort), sort, rule: 'file-name-number', input: stem };
}

function fromPosition(position: number | null, stem: string): BookNumber | undefined {
  return position === null ? undefined : { text: String(position), sort: position, rule: 'file-order', input: stem };
}

function fromLock(stated: string | null): BookNumber {
  return fromStated(stated, 'locked-number') ?? { ...noNumber(stated ?? ''), rule: 'locked-number' };
}

/**
 * Numbers a book by its library's strategy.
 * @returns undefined when the strategy needs an unknown position; the number stays as it is
 */
export function chooseNumber(strategy: NumberStrategyName, sources: NumberSources): BookNumber | undefined {
  const { stated, isLocked, stem, position } = sources;
  if (isLocked) return fromLock(stated);
  switch (strategy) {
    case 'file_order':
      return fromPosition(position, stem);
    case 'metadata':
      return fromStated(stated, 'stated-number') ?? noNumber(stated ?? '');
    case 'filename':
      return fromName(stem) ?? noNumber(stem);
    case 'smart':
      return fromStated(stated, 'stated-number') ?? fromName(stem) ?? fromPosition(position, stem);
  }
}
