import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '#core/errors.ts';
import type { ByteRange, FileAnswer, OpenedFile } from '#core/file-answer.ts';
import { PICTURE_COST, settle } from './admit.ts';
import { chooseRange } from './byte-range.ts';
import { isCompressible } from './compressible.ts';
import { allowsRange, type Validators, weighConditions } from './conditions.ts';
import { attachment } from './content-disposition.ts';

const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'";

const IMMUTABLE = 'private, max-age=31536000, immutable';
const REVALIDATE = 'private, no-cache';

/** What sending takes besides request and answer. */
export interface SendTools {
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
  /** Told of bodies that break off. */
  readonly log: Logger;
}

function validatorsOf({ contentType, etag, lastModifiedAt }: FileAnswer): Validators {
  // A date in the future says nothing about what comes after it (RFC 9110, 8.8.2.1).
  const isPast = lastModifiedAt !== undefined && lastModifiedAt <= Date.now();
  return {
    // Text may go out compressed or not under one tag, which is then weak.
    etag: `${isCompressible(contentType) ? 'W/' : ''}"${etag}"`,
    lastModifiedAt: isPast ? lastModifiedAt : undefined,
  };
}

/** What a cache has to compare, whichever of the answers under an address this is; undefined when there is just one. */
function varyOf({ contentType, vary = [] }: FileAnswer): string | undefined {
  const headers = new Set<string>(isCompressible(contentType) ? [...vary, 'accept-encoding'] : vary);
  return headers.size === 0 ? undefined : [...headers].join(', ');
}

function describe(reply: FastifyReply, answer: FileAnswer, { etag, lastModifiedAt }: Validators): void {
  const { contentSecurityPolicy, fileName, immutable, length, parts } = answer;
  void reply
    .header('etag', etag)
    .header('cache-control', immutable === true ? IMMUTABLE : REVALIDATE)
    .header('content-security-policy', contentSecurityPolicy ?? FILE_POLICY);
  const vary = varyOf(answer);
  if (vary !== undefined) void reply.header('vary', vary);
  if (lastModifiedAt !== undefined) void reply.header('last-modified', new Date(lastModifiedAt).toUTCString());
  if (parts !== undefined) void reply.header('accept-ranges', 'bytes');
  else if (length !== undefined) void reply.header('accept-ranges', 'none');
  if (fileName !== undefined) void reply.header('content-disposition', attachment(fileName));
}

/**
 * The part that a request asks for; undefined for the whole.
 * @throws {AppError} `RangeNotSatisfiable`, with the length in a header
 */
function rangeOf(
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

function sendBody(reply: FastifyReply, opened: OpenedFile, tools: SendTools): FastifyReply {
  const { body, length, contentEncoding, giveBack } = opened;
  if (contentEncoding !== undefined) void reply.header('content-encoding', contentEncoding);
  if (body instanceof Readable) {
    if (length !== undefined) void reply.header('content-length', String(length));
    // Too late for a status: the connection is cut, so that the client knows.
    body.once('error', (error) => {
      if (!tools.signal.aborted) tools.log.warn({ requestId: reply.request.id, err: error }, 'file broken off');
    });
    return reply.send(body);
  }
  if (giveBack !== undefined) {
    // When the client left, the system may still be reading the bytes: then they are nobody's.
    reply.raw.once('close', () => {
      if (reply.raw.writableFinished) giveBack();
    });
  }
  return reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
}

/**
 * Sends a file answer: conditions, 304, HEAD, then the bytes or the part of them that was asked for. The permission has been
 * decided before, so a revoked viewer gets no 304. A client that goes away aborts `signal`, and with it whatever is being
 * read or made.
 * @throws {AppError} `PreconditionFailed`, `RangeNotSatisfiable`, and what opening throws
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FileAnswer,
  tools: SendTools,
): Promise<FastifyReply> {
  const validators = validatorsOf(answer);
  const outcome = weighConditions(request.headers, validators);
  if (outcome === 'failed') throw new AppError('PreconditionFailed', 'The file is not the one that was asked for');
  if (outcome === 'unmodified' || answer.contentType.startsWith('image/')) settle(request, reply, PICTURE_COST);
  if (outcome === 'unmodified') {
    describe(reply, answer, validators);
    return reply.code(304).send();
  }
  const range = rangeOf(request, reply, answer, validators);
  if (request.method === 'HEAD') {
    describe(reply, answer, validators);
    if (answer.length !== undefined) void reply.header('content-length', String(answer.length));
    return reply.type(answer.contentType).send();
  }
  const opened = await (range === undefined || answer.parts === undefined
    ? answer.open(tools.signal)
    : answer.parts.open(range, tools.signal));
  // Only now: an error has none of these.
  describe(reply, answer, validators);
  if (opened.isStandIn === true) void reply.removeHeader('etag').header('cache-control', 'no-store');
  void reply.type(answer.contentType);
  if (range !== undefined) {
    const { start, end } = range;
    void reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${answer.parts?.length ?? end}`);
  }
  return sendBody(reply, opened, tools);
}
