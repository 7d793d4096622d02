const INTEGER = /^[+-]?\d{1,10}(?:[.,]0+)?$/;
const DECIMAL = /^[+-]?\d{1,10}(?:[.,]\d{1,10})?$/;
const INT32_MAX = 2_147_483_647;

/** A whole number from `min` to `max`; `12.0` counts as whole. Undefined for everything else. */
export function readInteger(text: string | undefined, min: number, max = INT32_MAX): number | undefined {
  if (text === undefined || !INTEGER.test(text.trim())) return undefined;
  return within(Number.parseInt(text.trim(), 10), min, max);
}

/** A decimal number from `min` to `max`, point or comma. Undefined for everything else. */
export function readDecimal(text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined || !DECIMAL.test(text.trim())) return undefined;
  return within(Number(text.trim().replace(',', '.')), min, max);
}

/** Parts of a list separated by commas or semicolons, trimmed, without empty parts and repetitions (whatever their case). */
export function splitList(text: string | undefined): readonly string[] {
  return distinct((text ?? '').split(/[,;，；]/));
}

/** Trimmed, single-spaced values without empty ones and repetitions (whatever their case), in their first spelling. */
export function distinct(values: Iterable<string>): readonly string[] {
  const known = new Map<string, string>();
  for (const value of values) {
    const clean = value.replace(/\s+/g, ' ').trim();
    const key = clean.toLowerCase();
    if (clean !== '' && !known.has(key)) known.set(key, clean);
  }
  return [...known.values()];
}

/** A date of which only the leading parts may be known. */
export interface PartialDate {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
}

/**
 * Keeps of a date what is possible: years 1000 to 2999 (lower ones are placeholders of other programs, such as 0101), a
 * month 1 to 12, a day the month has.
 */
export function checkDate(year?: number, month?: number, day?: number): PartialDate {
  const goodYear = year === undefined ? undefined : within(year, 1000, 2999);
  const goodMonth = month === undefined ? undefined : within(month, 1, 12);
  if (year !== undefined && goodYear === undefined) return {};
  // A leap year stands in for an absent one.
  const lastDay = goodMonth === undefined ? 0 : new Date(Date.UTC(goodYear ?? 2000, goodMonth, 0)).getUTCDate();
  const goodDay = day === undefined ? undefined : within(day, 1, lastDay);
  return {
    ...(goodYear === undefined ? {} : { year: goodYear }),
    ...(goodMonth === undefined ? {} : { month: goodMonth }),
    ...(goodDay === undefined ? {} : { day: goodDay }),
  };
}

/** Reads `YYYY`, `YYYY-MM`, `YYYY-MM-DD…` (ISO 8601, W3CDTF), and `D:YYYYMMDD…` (PDF) from the start of a text. */
export function readDate(text: string | undefined): PartialDate {
  const found = /^\s*(?:D:)?(\d{4})(?:[-/.]?(\d{1,2})(?:[-/.]?(\d{1,2}))?)?/.exec(text ?? '');
  if (found === null) return {};
  const [, year, month, day] = found;
  return checkDate(
    Number(year),
    month === undefined ? undefined : Number(month),
    day === undefined ? undefined : Number(day),
  );
}

/** An absolute http or https address in normal form, or undefined. */
export function readWebAddress(text: string): string | undefined {
  const url = URL.parse(text.trim());
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined;
}

/** The object without keys whose value is undefined or an empty list or text. */
export function compact<T extends object>(values: { readonly [Key in keyof T]?: T[Key] | undefined }): Partial<T> {
  const kept: Partial<T> = {};
  for (const key in values) {
    const value = values[key];
    if (value !== undefined && !isBlank(value)) kept[key] = value;
  }
  return kept;
}

function isBlank(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

function within(value: number, min: number, max: number): number | undefined {
  return value >= min && value <= max ? value : undefined;
}
