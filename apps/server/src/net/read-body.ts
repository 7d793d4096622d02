import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { FetchFailure } from './fetch-failure.ts';
import { say } from '#words/say.ts';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function tooLarge(maxBytes: number): FetchFailure {
  return new FetchFailure('too-large', say('The document has more than {max} bytes', { max: maxBytes }));
}

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

/** The decoder of a response; undefined when it is not compressed. */
function decoderFor({ headers }: IncomingMessage): Transform | undefined {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return undefined;
  const decoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (decoder !== undefined) return decoder();
  throw new FetchFailure(
    'refused',
    say('The server packs its answer as “{encoding}”, which was not asked for', { encoding }),
  );
}

function toFailure(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(Z_|ERR_BROTLI|ERR__?ERROR)/.test(code)
    ? new FetchFailure('unreachable', say('The answer is cut short or badly packed'), { cause: error })
    : error;
}

/**
 * The decompressed body of a response, read up to the limit.
 * @throws {FetchFailure} too large, or compressed in an unknown or broken way
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
