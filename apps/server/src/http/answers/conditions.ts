import type { IncomingHttpHeaders } from 'node:http';

/** What is known of a body before it is read. */
export interface Validators {
  /** With quotes, and `W/` in front when it is weak. */
  readonly etag: string;
  /** Epoch milliseconds. */
  readonly lastModifiedAt?: number | undefined;
}

/** What the conditions of a request come to: a refusal (412), nothing new (304), or the body. */
export type ConditionOutcome = 'failed' | 'unmodified' | 'met';

const WEAK = /^W\//;
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
/** `Sun, 06 Nov 1994 08:49:37 GMT` */
const FIXDATE = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
/** `Sunday, 06-Nov-94 08:49:37 GMT` */
const RFC_850 = /^[A-Z][a-z]+, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
/** `Sun Nov  6 08:49:37 1994` */
const ASCTIME = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/;

/** A year of two digits is not more than 50 years ahead. */
function fullYear(text: string, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + Number(text);
  return year > thisYear + 50 ? year - 100 : year;
}

/** The parts of a date, however it is written: day, name of the month, year, and three of the time. */
function partsOf(text: string): readonly string[] | undefined {
  const asctime = ASCTIME.exec(text);
  if (asctime !== null) {
    const [, month = '', day = '', hours = '', minutes = '', seconds = '', year = ''] = asctime;
    return [day, month, year, hours, minutes, seconds];
  }
  return (FIXDATE.exec(text) ?? RFC_850.exec(text))?.slice(1);
}

/** A date in one of the three forms of RFC 9110 (5.6.7) as epoch milliseconds; undefined when it is none. */
export function readHttpDate(text: string, now: number = Date.now()): number | undefined {
  const [day, name = '', year = '', ...time] = partsOf(text) ?? [];
  const month = MONTHS.indexOf(name) / 3;
  if (day === undefined || !Number.isInteger(month)) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = time.map(Number);
  const full = year.length === 2 ? fullYear(year, now) : Number(year);
  return Date.UTC(full, month, Number(day), hours, minutes, seconds);
}

/** HTTP dates have no fraction of a second. */
function wholeSeconds(at: number): number {
  return Math.floor(at / 1000) * 1000;
}

/** The tags of a list; none of ours holds a comma. */
function tagsOf(list: string): readonly string[] {
  return list.split(',').map((tag) => tag.trim());
}

/** Whether a client already has this tag; weak comparison, as If-None-Match asks (RFC 9110, 13.1.2). */
export function hasTag({ headers }: { readonly headers: IncomingHttpHeaders }, etag: string): boolean {
  const given = headers['if-none-match'];
  if (given === undefined) return false;
  if (given.trim() === '*') return true;
  const opaque = etag.replace(WEAK, '');
  return tagsOf(given).some((tag) => tag.replace(WEAK, '') === opaque);
}

/** Strong comparison: a weak tag equals none. */
function isSame(etag: string, tag: string): boolean {
  return !WEAK.test(etag) && etag === tag;
}

function mayStillBe(headers: IncomingHttpHeaders, { etag, lastModifiedAt }: Validators): boolean {
  const tags = headers['if-match'];
  if (tags !== undefined) return tags.trim() === '*' || tagsOf(tags).some((tag) => isSame(etag, tag));
  if (lastModifiedAt === undefined) return true;
  const limit = readHttpDate(headers['if-unmodified-since'] ?? '');
  return limit === undefined || wholeSeconds(lastModifiedAt) <= limit;
}

function isKnown(headers: IncomingHttpHeaders, { etag, lastModifiedAt }: Validators): boolean {
  if (headers['if-none-match'] !== undefined) return hasTag({ headers }, etag);
  if (lastModifiedAt === undefined) return false;
  const since = readHttpDate(headers['if-modified-since'] ?? '');
  return since !== undefined && wholeSeconds(lastModifiedAt) <= since;
}

/** Weighs the conditions of a GET or HEAD in the order of RFC 9110 (13.2.2). */
export function weighConditions(headers: IncomingHttpHeaders, validators: Validators): ConditionOutcome {
  if (!mayStillBe(headers, validators)) return 'failed';
  return isKnown(headers, validators) ? 'unmodified' : 'met';
}

/**
 * Whether a part may be sent, as far as If-Range decides that (RFC 9110, 13.1.5): the client has other parts of just these
 * bytes. A date counts only when the body cannot have changed twice within its second.
 */
export function allowsRange(
  { 'if-range': given }: IncomingHttpHeaders,
  { etag, lastModifiedAt }: Validators,
  now: number = Date.now(),
): boolean {
  if (given === undefined) return true;
  if (typeof given !== 'string') return false;
  const validator = given.trim();
  if (/^(W\/)?"/.test(validator)) return isSame(etag, validator);
  if (lastModifiedAt === undefined) return false;
  const modifiedAt = wholeSeconds(lastModifiedAt);
  return readHttpDate(validator) === modifiedAt && now - modifiedAt >= 2_000;
}
