import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileAnswer } from '#core/file-answer.ts';
import { isCompressible } from './compressible.ts';

const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'";

const IMMUTABLE = 'private, max-age=31536000, immutable';
const REVALIDATE = 'private, no-cache';

/** Whether a conditional request already has this tag; weak comparison, as If-None-Match asks (RFC 9110, 13.1.2). */
export function hasTag(request: FastifyRequest, etag: string): boolean {
  const given = request.headers['if-none-match'];
  if (given === undefined) return false;
  if (given.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return given.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}

/**
 * Sends a file answer: tag, 304, HEAD, then the bytes. The permission has been decided before, so a revoked viewer gets no
 * 304. A client that goes away aborts `signal`, and with it whatever is being read or made.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FileAnswer,
  signal: AbortSignal,
): Promise<FastifyReply> {
  // Text may go out compressed or not under one tag, which is then weak.
  const etag = `${isCompressible(answer.contentType) ? 'W/' : ''}"${answer.etag}"`;
  void reply
    .header('etag', etag)
    .header('cache-control', answer.immutable === true ? IMMUTABLE : REVALIDATE)
    .header('content-security-policy', answer.contentSecurityPolicy ?? FILE_POLICY);
  if (answer.vary !== undefined) void reply.header('vary', answer.vary);
  if (answer.lastModifiedAt !== undefined) {
    void reply.header('last-modified', new Date(answer.lastModifiedAt).toUTCString());
  }
  if (hasTag(request, etag)) return reply.code(304).send();
  void reply.type(answer.contentType);
  if (request.method === 'HEAD') return reply.send();
  const { body, length, contentEncoding, giveBack } = await answer.open(signal);
  if (contentEncoding !== undefined)
    void reply.header('content-encoding', contentEncoding).header('vary', 'accept-encoding');
  if (body instanceof Readable) {
    if (length !== undefined) void reply.header('content-length', String(length));
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
