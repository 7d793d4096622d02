/** Named zones of RFC 822, in hours from UTC. */
const ZONES: Readonly<Record<string, string>> = {
  UT: '+0000',
  UTC: '+0000',
  GMT: '+0000',
  Z: '+0000',
  EST: '-0500',
  EDT: '-0400',
  CST: '-0600',
  CDT: '-0500',
  MST: '-0700',
  MDT: '-0600',
  PST: '-0800',
  PDT: '-0700',
};
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** `Tue, 03 Jun 2008 11:05:30 GMT`: weekday, seconds and zone are optional, the year may have two digits. */
const RFC_822 =
  /^(?:[a-z]{3,9},?\s+)?(\d{1,2})\s+([a-z]{3})[a-z]*\.?\s+(\d{4}|\d{2})(?:\s+(\d{1,2}):(\d\d)(?::(\d\d))?\s*([+-]\d{4}|[a-z]{1,4})?)?$/i;
/** `2008-06-03T11:05:30.5+02:00` and its parts. */
const RFC_3339 = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i;
const TWO_DIGITS = 100;
const CENTURY = 2_000;

function parseZoneMinutes(zone: string): number {
  const offset = ZONES[zone.toUpperCase()] ?? zone;
  const found = /^([+-])(\d\d)(\d\d)$/.exec(offset);
  if (found === null) return 0;
  const minutes = Number(found[2]) * 60 + Number(found[3]);
  return found[1] === '-' ? -minutes : minutes;
}

function readRfc3339(text: string): number | null {
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text.slice(10));
  const at = Date.parse(text.length > 10 && !hasZone ? `${text}Z` : text);
  return Number.isNaN(at) ? null : at;
}

function readRfc822(text: string): number | null {
  const found = RFC_822.exec(text);
  if (found === null) return null;
  const [day, month, year, hour, minute, second] = found.slice(1, 7).map((part: string | undefined) => part ?? '0');
  const monthIndex = MONTHS.indexOf((month ?? '').toLowerCase());
  if (monthIndex === -1) return null;
  const shortYear = Number(year);
  const fullYear = shortYear < TWO_DIGITS ? CENTURY + shortYear : shortYear;
  const minutes = Number(minute) - parseZoneMinutes(found[7] ?? 'UTC');
  return Date.UTC(fullYear, monthIndex, Number(day), Number(hour), minutes, Number(second));
}

/**
 * A date of a feed: RFC 822 with common deviations, or RFC 3339. UTC without a zone.
 * @returns epoch milliseconds, null when invalid
 */
export function readFeedDate(written: string | null): number | null {
  const text = written?.trim() ?? '';
  return RFC_3339.test(text) ? readRfc3339(text) : readRfc822(text);
}
