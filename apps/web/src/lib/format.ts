import { plural, t } from '@lingui/core/macro';
import { LANGUAGE } from './locale.ts';

const ago = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

type Unit = (typeof UNITS)[number];

function buildFormats(tag: string | undefined) {
  return {
    numbers: new Intl.NumberFormat(tag),
    units: UNITS.map((unit) => new Intl.NumberFormat(tag, { style: 'unit', unit, maximumFractionDigits: 1 })),
    percents: new Intl.NumberFormat(tag, { style: 'percent' }),
    finePercents: new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 }),
    smallPercents: new Intl.NumberFormat(tag, { style: 'percent', maximumSignificantDigits: 2 }),
    days: new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }),
    clock: new Intl.DateTimeFormat(tag, { timeStyle: 'short' }),
    moments: new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }),
  };
}

let made: { readonly tag: string | undefined; readonly formats: ReturnType<typeof buildFormats> } | undefined;

/** The user's choice (lib/look.ts), else the browser's locale. */
function formats(): ReturnType<typeof buildFormats> {
  const tag = typeof document === 'undefined' ? LANGUAGE : document.documentElement.dataset['formats'];
  if (made?.tag !== tag || made === undefined) made = { tag, formats: buildFormats(tag) };
  return made.formats;
}

/** 1930 → "1,930". */
export function formatNumber(value: number): string {
  return formats().numbers.format(value);
}

/** Decimal units: 1234567 → "1.2 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return plural(bytes, { one: '# byte', other: '# bytes' });
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length);
  return formats().units[power - 1]?.format(bytes / 1000 ** power) ?? '';
}

/** 200 → "200 MB", in French "200 Mo". */
export function formatUnit(value: number, unit: Unit): string {
  return formats().units[UNITS.indexOf(unit)]?.format(value) ?? '';
}

/** The short name of a unit: "MB", in French "Mo". */
export function nameUnit(unit: Unit): string {
  const parts = formats().units[UNITS.indexOf(unit)]?.formatToParts(1) ?? [];
  return parts.find(({ type }) => type === 'unit')?.value ?? '';
}

/** What stands between members of a list in a language. `Intl` has no type for it: `unit` puts nothing between Chinese ones. */
export function findComma(language: string): string {
  const [, comma] = new Intl.ListFormat(language, { style: 'narrow' }).formatToParts('123');
  return comma?.value ?? ', ';
}

const COMMA = findComma(LANGUAGE);

/** Joins members without an "and" before the last: "CBZ, EPUB, PDF". */
export function joinList(members: Iterable<string>): string {
  return [...members].join(COMMA);
}

/** A sentence that was stored without its full stop, with that of the language. */
export function endSentence(sentence: string): string {
  return t`${sentence}.`;
}

/** 0.428 → "43%"; only exactly 1 becomes 100%, only exactly 0 becomes 0%. */
export function formatShare(share: number): string {
  const nearest = Math.round(share * 100) / 100;
  const shown = share > 0 && nearest === 0 ? 0.01 : share < 1 && nearest === 1 ? 0.99 : nearest;
  return formats().percents.format(shown);
}

/** A ratio as percent, which may exceed 100: 0.034 → "3.4%", 0.0005 → "0.05%". */
export function formatPercent(share: number): string {
  const { finePercents, smallPercents } = formats();
  return (share < 0.01 ? smallPercents : finePercents).format(share);
}

/** Local date of an RFC 3339 instant. */
export function formatDay(instant: string): string {
  return formats().days.format(new Date(instant));
}

/** Local time of an instant in epoch milliseconds. */
export function formatTime(at: number): string {
  return formats().clock.format(at);
}

/** Local date and time of an RFC 3339 instant. */
export function formatMoment(instant: string): string {
  return formats().moments.format(new Date(instant));
}

const STEPS = [
  ['second', 1000, 60],
  ['minute', 60_000, 60],
  ['hour', 3_600_000, 24],
  ['day', 86_400_000, 7],
] as const;

/**
 * Relative time of an RFC 3339 instant: "4 minutes ago"; after a week the date.
 * @param nowAt epoch milliseconds
 */
export function formatAgo(instant: string, nowAt: number): string {
  const passedMs = Math.max(0, nowAt - Date.parse(instant));
  if (passedMs < 10_000) return t`just now`;
  for (const [unit, unitMs, limit] of STEPS) {
    const count = Math.floor(passedMs / unitMs);
    if (count < limit) return ago.format(-count, unit);
  }
  return formatDay(instant);
}

/** 95,000 → "2 min"; under a minute in seconds. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1000));
  if (durationMs < 60_000) return t`${seconds} s`;
  const allMinutes = Math.round(durationMs / 60_000);
  const hours = Math.floor(allMinutes / 60);
  const minutes = allMinutes % 60;
  if (hours === 0) return t`${minutes} min`;
  return minutes === 0 ? t`${hours} h` : t`${hours} h ${minutes} min`;
}
