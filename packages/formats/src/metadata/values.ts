const INTEGER = /^[+-]?\d{1,10}(?:[.,]0+)?$/;
const DECIMAL = /^[+-]?\d{1,10}(?:[.,]\d{1,10})?$/;
const INT32_MAX = 2_147_483_647;

/** A whole number from `min` to `max` (`12.0` counts); else undefined. */
export function readInteger(text: string | undefined, min: number, max = INT32_MAX): number | undefined {
  if (text === undefined || !INTEGER.test(text.trim())) return undefined;
  return within(Number.parseInt(text.trim(), 10), min, max);
}

/** A decimal number from `min` to `max`, with point or comma; else undefined. */
export function readDecimal(text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined || !DECIMAL.test(text.trim())) return undefined;
  return within(Number(text.trim().replace(',', '.')), min, max);
}

/** Splits at commas and semicolons; trims, and drops empty parts and repetitions (ignoring case). */
export function splitList(text: string | undefined): readonly string[] {
  return distinct((text ?? '').split(/[,;，；]/));
}

/** Trims and folds spaces, and drops empty values and repetitions (ignoring case, first spelling kept). */
export function distinct(values: Iterable<string>): readonly string[] {
  const known = new Map<string, string>();
  for (const value of values) {
    const clean = value.replace(/\s+/g, ' ').trim();
    const key = clean.toLowerCase();
    if (clean !== '' && !known.has(key)) known.set(key, clean);
  }
  return [...known.values()];
}

/** A date whose later parts may be unknown. */
export interface PartialDate {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
}

/**
 * Keeps valid parts: years 1000 to 2999 (programs write lower ones such as 0101 as placeholders), months, days of the
 * month.
 */
export function checkDate(year?: number, month?: number, day?: number): PartialDate {
  const goodYear = year === undefined ? undefined : within(year, 1000, 2999);
  const goodMonth = month === undefined ? undefined : within(month, 1, 12);
  if (year !== undefined && goodYear === undefined) return {};
  // A leap year replaces an absent one.
  const lastDay = goodMonth === undefined ? 0 : new Date(Date.UTC(goodYear ?? 2000, goodMonth, 0)).getUTCDate();
  const goodDay = day === undefined ? undefined : within(day, 1, lastDay);
  return {
    ...(goodYear === undefined ? {} : { year: goodYear }),
    ...(goodMonth === undefined ? {} : { month: goodMonth }),
    ...(goodDay === undefined ? {} : { day: goodDay }),
  };
}

/** Reads `YYYY`, `YYYY-MM`, `YYYY-MM-DD…` (ISO 8601, W3CDTF) and `D:YYYYMMDD…` (PDF) from the start of a text. */
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

/** Drops keys whose value is undefined, an empty list or an empty text. */
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
