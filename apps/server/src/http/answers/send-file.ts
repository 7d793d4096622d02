import { hash } from 'node:crypto';
import type { IncomingHttpHeaders, OutgoingHttpHeader } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '#core/errors.ts';
import type { ByteRange, ClientSignal, FileAnswer, OpenedFile } from '#core/file-answer.ts';
import { PICTURE_COST, correctCharge } from '../people/admit.ts';
import { defaultHeaders } from './default-headers.ts';

/** Validators of a body (RFC 9110, 8.8). */
export interface Validators {
  /** With quotes, and with `W/` when it is weak. */
  readonly etag: string;
  /** Epoch milliseconds. */
  readonly lastModifiedAt?: number | undefined;
}

/** The outcome of the conditions of a request: 412, 304, or the body. */
export type ConditionOutcome = 'failed' | 'unmodified' | 'met';

const WEAK = /^W\//;
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
/** `Sun, 06 Nov 1994 08:49:37 GMT` */
const FIXDATE = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
/** `Sunday, 06-Nov-94 08:49:37 GMT` */
const RFC_850 = /^[A-Z][a-z]+, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
/** `Sun Nov  6 08:49:37 1994` */
const ASCTIME = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/;

/** A year of two digits is at most 50 years in the future. */
function fullYear(text: string, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + Number(text);
  return year > thisYear + 50 ? year - 100 : year;
}

/** Day, name of the month, year, hours, minutes and seconds of a date in any of the three forms. */
function splitDate(text: string): readonly string[] | undefined {
  const asctime = ASCTIME.exec(text);
  if (asctime !== null) {
    const [, month = '', day = '', hours = '', minutes = '', seconds = '', year = ''] = asctime;
    return [day, month, year, hours, minutes, seconds];
  }
  return (FIXDATE.exec(text) ?? RFC_850.exec(text))?.slice(1);
}

/** A date in one of the three forms of RFC 9110 (5.6.7) as epoch milliseconds; undefined for other texts. */
export function readHttpDate(text: string, now: number = Date.now()): number | undefined {
  const [day, name = '', year = '', ...time] = splitDate(text) ?? [];
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

/** The tags of a list. Our tags contain no comma. */
function splitTags(list: string): readonly string[] {
  return list.split(',').map((tag) => tag.trim());
}

/** Whether If-None-Match contains this tag, by weak comparison (RFC 9110, 13.1.2). */
export function hasTag({ headers }: { readonly headers: IncomingHttpHeaders }, etag: string): boolean {
  const given = headers['if-none-match'];
  if (given === undefined) return false;
  if (given.trim() === '*') return true;
  const opaque = etag.replace(WEAK, '');
  return splitTags(given).some((tag) => tag.replace(WEAK, '') === opaque);
}

/** Strong comparison: a weak tag equals no tag. */
function isSame(etag: string, tag: string): boolean {
  return !WEAK.test(etag) && etag === tag;
}

function meetsIfMatch(headers: IncomingHttpHeaders, { etag, lastModifiedAt }: Validators): boolean {
  const tags = headers['if-match'];
  if (tags !== undefined) return tags.trim() === '*' || splitTags(tags).some((tag) => isSame(etag, tag));
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

/** Evaluates the conditions of a GET or HEAD in the order of RFC 9110 (13.2.2). */
export function weighConditions(headers: IncomingHttpHeaders, validators: Validators): ConditionOutcome {
  if (!meetsIfMatch(headers, validators)) return 'failed';
  return isKnown(headers, validators) ? 'unmodified' : 'met';
}

/**
 * Whether If-Range allows a part (RFC 9110, 13.1.5): the client has other parts of the same bytes. A date counts only when the
 * body cannot have changed twice within its second.
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

type RangeChoice =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  | { readonly kind: 'unsatisfiable' };

const WHOLE: RangeChoice = { kind: 'whole' };

/** One `first-last`, `first-` or `-suffix`. @returns undefined for invalid text, null for a range outside the body */
function readSpec(spec: string, length: number): ByteRange | null | undefined {
  const [, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(spec) ?? [];
  if (first === '') {
    if (last === '') return undefined;
    const start = Math.max(0, length - Number(last));
    return start < length ? { start, end: length } : null;
  }
  const start = Number(first);
  const end = last === '' ? length : Number(last) + 1;
  if (end <= start && last !== '') return undefined;
  return start < length ? { start, end: Math.min(end, length) } : null;
}

/** Joins ranges that touch or overlap; undefined when there is a gap. */
function join(ranges: readonly ByteRange[]): ByteRange | undefined {
  const [first, ...rest] = ranges.toSorted((left, right) => left.start - right.start);
  let joined = first;
  for (const { start, end } of rest) {
    if (joined === undefined || start > joined.end) return undefined;
    joined = { start: joined.start, end: Math.max(joined.end, end) };
  }
  return joined;
}

/**
 * Decides what to send for a Range header (RFC 9110, 14.2). Invalid headers and several ranges with gaps are ignored: the whole
 * body is a valid answer.
 * @param length bytes of the whole body
 */
export function chooseRange(header: string, length: number): RangeChoice {
  const [, list] = /^bytes=(.*)$/is.exec(header.trim()) ?? [];
  // An empty body has no positions.
  if (list === undefined || length === 0) return WHOLE;
  const specs = list.split(',').map((spec) => spec.trim());
  const found = specs.filter((spec) => spec !== '').map((spec) => readSpec(spec, length));
  if (found.length === 0 || found.includes(undefined)) return WHOLE;
  const ranges = found.filter((range) => range !== null && range !== undefined);
  if (ranges.length === 0) return { kind: 'unsatisfiable' };
  const range = join(ranges);
  return range === undefined ? WHOLE : { kind: 'part', range };
}

/** Bytes that need no escape in an extended value (`attr-char`, RFC 8187). */
const PLAIN = /[^\w!#$&+.^`|~-]/g;

/** `UTF-8''` and the name, with other bytes as `%XX`. */
function extended(name: string): string {
  const escape = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return `UTF-8''${name.replace(/[^]/gu, (character) =>
    character.search(PLAIN) === -1 ? character : [...Buffer.from(character)].map(escape).join(''),
  )}`;
}

/** Length of the hash in a name that lost letters. */
const MARK_LENGTH = 8;

/**
 * The name in ASCII for old clients. Accents are removed, other characters become `_`. Where letters are lost, a hash before the
 * extension keeps different names different.
 */
function fallback(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{Mn}/gu, '');
  // Quotes end the string, some clients decode `%41`, and some read the name as a path.
  const ascii = plain.replace(/[^\x20-\x7e]|["\\%/]/gu, '_');
  if (!/[^\x20-\x7e]/u.test(plain.replace(/\p{Cc}/gu, ''))) return ascii;
  const dot = ascii.lastIndexOf('.');
  const at = dot <= 0 ? ascii.length : dot;
  return `${ascii.slice(0, at)} ${hash('sha256', name).slice(0, MARK_LENGTH)}${ascii.slice(at)}`;
}

/**
 * Content-Disposition of a download (RFC 6266), with the name in ASCII and in UTF-8. The quotes are needed by some reader apps.
 * @param name of a file, without folders
 */
export function attachment(name: string): string {
  const wellFormed = name.toWellFormed();
  return `attachment; filename="${fallback(wellFormed)}"; filename*=${extended(wellFormed)}`;
}

const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/(json|xml|javascript|[\w.-]+\+(json|xml))|image\/svg\+xml)/;

/** Whether answers of this media type are compressed; pictures and books never are. */
export function isCompressible(contentType: string): boolean {
  return COMPRESSIBLE.test(contentType);
}

const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const IMMUTABLE = 'private, max-age=31536000, immutable';
const REVALIDATE = 'private, no-cache';

interface SendTools {
  readonly signal: ClientSignal;
  /** For bodies that break off. */
  readonly log: Logger;
}

/** Alternating names and values of headers, as Node takes them. */
type HeaderList = string[];

function toValidators({ etag, lastModifiedAt }: FileAnswer, isText: boolean): Validators {
  // A date in the future must not be sent (RFC 9110, 8.8.2.1).
  const isPast = lastModifiedAt !== undefined && lastModifiedAt <= Date.now();
  return {
    // Text may be compressed or not under one tag, so the tag is weak.
    etag: `${isText ? 'W/' : ''}"${etag}"`,
    lastModifiedAt: isPast ? lastModifiedAt : undefined,
  };
}

/** The value of `Vary`; undefined where an address has only one answer. */
function toVary({ vary = [] }: FileAnswer, isText: boolean): string | undefined {
  if (vary.length === 0) return isText ? 'accept-encoding' : undefined;
  return [...new Set<string>(isText ? [...vary, 'accept-encoding'] : vary)].join(', ');
}

/** Headers of an answer, also of 304 and HEAD. */
function describe(answer: FileAnswer, { etag, lastModifiedAt }: Validators, isText: boolean): HeaderList {
  const { contentSecurityPolicy, fileName, immutable, isSecret, length, parts } = answer;
  const lasting = immutable === true ? IMMUTABLE : REVALIDATE;
  const headers = ['etag', etag, 'cache-control', isSecret === true ? 'no-store' : lasting];
  headers.push('content-security-policy', contentSecurityPolicy ?? FILE_POLICY);
  const vary = toVary(answer, isText);
  if (vary !== undefined) headers.push('vary', vary);
  if (lastModifiedAt !== undefined) headers.push('last-modified', new Date(lastModifiedAt).toUTCString());
  if (parts !== undefined) headers.push('accept-ranges', 'bytes');
  else if (length !== undefined) headers.push('accept-ranges', 'none');
  if (fileName !== undefined) headers.push('content-disposition', attachment(fileName));
  return headers;
}

/** Headers of a placeholder, without the tag of the real body. */
function describeStandIn({ contentSecurityPolicy }: FileAnswer): HeaderList {
  return ['cache-control', 'no-store', 'content-security-policy', contentSecurityPolicy ?? FILE_POLICY];
}

function putHeaders(reply: FastifyReply, headers: HeaderList): FastifyReply {
  for (let at = 0; at < headers.length; at += 2) void reply.header(headers[at] ?? '', headers[at + 1] ?? '');
  return reply;
}

/**
 * The requested part; undefined for the whole body.
 * @throws {AppError} `RangeNotSatisfiable`, with the length in a header
 */
function readRange(
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
  { parts }: FileAnswer,
  validators: Validators,
): ByteRange | undefined {
  if (headers.range === undefined || parts === undefined || method !== 'GET') return undefined;
  if (!allowsRange(headers, validators)) return undefined;
  const choice = chooseRange(headers.range, parts.length);
  if (choice.kind === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${parts.length}`);
    const message = `There is nothing at "${headers.range.slice(0, 100)}": the file has ${parts.length} bytes`;
    throw new AppError('RangeNotSatisfiable', message);
  }
  return choice.kind === 'part' ? choice.range : undefined;
}

function toContentRange({ start, end }: ByteRange, { parts }: FileAnswer): string {
  return `bytes ${start}-${end - 1}/${parts?.length ?? end}`;
}

function openPart(answer: FileAnswer, range: ByteRange | undefined, signal: ClientSignal): Promise<OpenedFile> {
  return range === undefined || answer.parts === undefined ? answer.open(signal) : answer.parts.open(range, signal);
}

function sendHead(reply: FastifyReply, { contentType, length }: FileAnswer, headers: HeaderList): FastifyReply {
  if (length !== undefined) void reply.header('content-length', String(length));
  return putHeaders(reply, headers).type(contentType).send();
}

/** Sends through the hooks, which compress text. */
function sendHooked(reply: FastifyReply, { body, length }: OpenedFile, { signal, log }: SendTools): FastifyReply {
  if (!(body instanceof Readable)) return reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  if (length !== undefined) void reply.header('content-length', String(length));
  const gone = signal();
  // It is too late for a status; Fastify cuts the connection.
  body.once('error', (error) => {
    if (!gone.aborted) log.warn({ requestId: reply.request.id, err: error }, 'file broken off');
  });
  return reply.send(body);
}

/**
 * Sends past the hooks, which change nothing about a picture but cost most of its time.
 */
function sendPlain(reply: FastifyReply, headers: HeaderList, body: Uint8Array, giveBack: OpenedFile['giveBack']): void {
  const { raw, request } = reply;
  const all: OutgoingHttpHeader[] = defaultHeaders(request);
  for (const part of headers) all.push(part);
  all.push('content-length', body.byteLength);
  const given = reply.getHeaders();
  for (const name in given) all.push(name, given[name] ?? '');
  raw.writeHead(raw.statusCode, all);
  reply.hijack();
  if (giveBack !== undefined) {
    // After an abort the system may still read these bytes, so the pool must not reuse them.
    raw.once('close', () => {
      if (raw.writableFinished) giveBack();
    });
  }
  raw.end(body);
}

/**
 * Sends a file answer: conditions, 304, HEAD, then all bytes or a part. The permission was checked before, so a revoked viewer
 * gets no 304. A client that leaves aborts the signal, and with it all reads.
 * @throws {AppError} `PreconditionFailed`, `RangeNotSatisfiable`, and what opening throws
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FileAnswer,
  tools: SendTools,
): Promise<FastifyReply | undefined> {
  const isText = isCompressible(answer.contentType);
  const validators = toValidators(answer, isText);
  const outcome = weighConditions(request.headers, validators);
  if (outcome === 'failed') throw new AppError('PreconditionFailed', 'The file is not the one that was asked for');
  if (outcome === 'unmodified' || answer.contentType.startsWith('image/')) correctCharge(request, PICTURE_COST);
  const headers = describe(answer, validators, isText);
  if (outcome === 'unmodified') return putHeaders(reply.code(304), headers).send();
  const range = readRange(request, reply, answer, validators);
  if (request.method === 'HEAD') return sendHead(reply, answer, headers);
  const opened = await openPart(answer, range, tools.signal);
  // Set after opening: an error answer has none of these headers.
  const sent = opened.isStandIn === true ? describeStandIn(answer) : headers;
  sent.push('content-type', opened.contentType ?? answer.contentType);
  if (opened.contentEncoding !== undefined) sent.push('content-encoding', opened.contentEncoding);
  if (range !== undefined) {
    sent.push('content-range', toContentRange(range, answer));
    void reply.code(206);
  }
  if (isText || opened.body instanceof Readable) return sendHooked(putHeaders(reply, sent), opened, tools);
  sendPlain(reply, sent, opened.body, opened.giveBack);
  return undefined;
}
