import { createWorkerPool } from '#files/threads/worker-pool.ts';
import type { DecodeRequest } from './decode-request.ts';
import { findDecoder } from './find-decoder.ts';
import type { RawPixels } from './resize.ts';

interface DecodeAnswers {
  readonly decode: RawPixels;
}

/** Decodes formats that sharp does not read. */
export interface PictureDecoder extends AsyncDisposable {
  /**
   * The picture itself when sharp reads it, else its pixels.
   * @throws {FormatError} `image.too-large`, `image.unknown`, or `limit.time`
   */
  readonly open: (bytes: Uint8Array, options: { readonly background: boolean }) => Promise<Uint8Array | RawPixels>;
}

const TIME_LIMIT_MS = 60_000;
const HEAP_MB = 256;

/** Creates a decoder with one thread, which starts on first use and ends when idle. */
export function createPictureDecoder(): PictureDecoder {
  const pool = createWorkerPool<DecodeRequest, DecodeAnswers>(
    new URL('./decode-worker.ts', import.meta.url),
    1,
    HEAP_MB,
  );
  return {
    open: async (bytes, { background }) => {
      const format = findDecoder(bytes);
      if (format === undefined) return bytes;
      return await pool.run({ kind: 'decode', format, bytes }, { timeLimitMs: TIME_LIMIT_MS, background });
    },
    [Symbol.asyncDispose]: async () => pool[Symbol.asyncDispose](),
  };
}
