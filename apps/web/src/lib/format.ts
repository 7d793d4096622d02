import { t } from '@lingui/core/macro';
import { LANGUAGE } from './locale.ts';

const ago = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });
const plurals = new Intl.PluralRules(LANGUAGE);

function buildFormats(tag: string | undefined) {
  return {
    numbers: new Intl.NumberFormat(tag),
    decimals: new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }),
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

/**
 * (1, "book") → "1 book", (2, "book") → "2 books".
 * @param many plural without a regular s, such as "series"
 */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formats().numbers.format(count)} ${plurals.select(count) === 'one' ? one : many}`;
}

/** Decimal units: 1234567 → "1.2 MB". */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${formats().decimals.format(bytes / 1000 ** power)} ${units[power] ?? ''}`;
}

/** 0.428 → "43%"; only exactly 1 becomes 100%, only exactly 0 becomes 0%. */
export function formatShare(share: number): string {
  const percent = Math.round(share * 100);
  if (share > 0 && percent === 0) return '1%';
  return share < 1 && percent === 100 ? '99%' : `${percent}%`;
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
  if (durationMs < 60_000) return `${Math.max(1, Math.round(durationMs / 1000))} s`;
  const minutes = Math.round(durationMs / 60_000);
  if (minutes < 60) return t`${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : t`${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
