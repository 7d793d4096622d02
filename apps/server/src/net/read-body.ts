import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** Why a download failed; the message is for the user who set its address. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure';
  readonly kind: 'refused' | 'unreachable' | 'status' | 'too-large' | 'timeout';
  /** Of the answer, when there was one. */
  readonly status: number | undefined;
  /** How long the other side asks to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: FetchFailure['kind'],
    message: string,
    more: { readonly status?: number; readonly retryAfterMs?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.kind = kind;
    this.status = more.status;
    this.retryAfterMs = more.retryAfterMs;
  }
}

const SECOND_MS = 1_000;

/**
 * How long `Retry-After` asks to wait: seconds, or a date.
 * @param now epoch milliseconds
 * @returns milliseconds, 0 for a time that is over; undefined when it says nothing of the kind
 * @see RFC 9110 section 10.2.3
 */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const at = /^[a-z]{3},/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function tooLarge(maxBytes: number): FetchFailure {
  return new FetchFailure('too-large', `The document has more than ${maxBytes} bytes`);
}

/** Lets bytes pass up to a limit. */
function limited(maxBytes: number) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  };
}

/** How to unpack the answer; undefined when it came as it is. */
function decoderFor({ headers }: IncomingMessage): Transform | undefined {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return undefined;
  const decoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (decoder !== undefined) return decoder();
  throw new FetchFailure('refused', `The server packs its answer as "${encoding}", which was not asked for`);
}

function toFailure(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(Z_|ERR_BROTLI|ERR__?ERROR)/.test(code)
    ? new FetchFailure('unreachable', 'The answer is cut short or badly packed', { cause: error })
    : error;
}

/**
 * The body of an answer, unpacked; it is read no further than to the limit.
 * @throws {FetchFailure} too large, packed in an unknown or broken way
 * @throws {Error} with a system `code` when the connection ends early
 */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) chunks.push(chunk);
  };
  try {
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
    const decoder = decoderFor(response);
    if (decoder === undefined) await pipeline(response, limited(maxBytes), collect);
    else await pipeline(response, limited(maxBytes), decoder, limited(maxBytes), collect);
  } catch (error) {
    response.destroy();
    throw toFailure(error);
  }
  return Buffer.concat(chunks);
}
