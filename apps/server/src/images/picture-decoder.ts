import { createWorkerPool } from '#files/threads/worker-pool.ts';
import type { PixelRequest } from './decode-request.ts';
import type { GreyPixels } from './dither.ts';
import { findDecoder } from './find-decoder.ts';
import type { RawPixels } from './resize.ts';

interface DecodeAnswers {
  readonly decode: RawPixels;
  readonly dither: Uint8Array;
}

/** Work on pixels that sharp does not do, in a thread. */
export interface PictureDecoder extends AsyncDisposable {
  /**
   * The picture itself when sharp reads it, else its pixels.
   * @throws {FormatError} `image.too-large`, `image.unknown`, or `limit.time`
   */
  readonly open: (bytes: Uint8Array, options: { readonly background: boolean }) => Promise<Uint8Array | RawPixels>;
  /**
   * A PNG of 4 bits a pixel in 16 greys, dithered.
   * @throws {FormatError} `limit.time`
   */
  readonly dither: (pixels: GreyPixels) => Promise<Uint8Array>;
}

const TIME_LIMIT_MS = 60_000;
const HEAP_MB = 256;

/** Creates a decoder with one thread, which starts on first use and ends when idle. */
export function createPictureDecoder(): PictureDecoder {
  const pool = createWorkerPool<PixelRequest, DecodeAnswers>(
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
    dither: async (pixels) =>
      await pool.run({ kind: 'dither', pixels }, { timeLimitMs: TIME_LIMIT_MS, background: false }),
    [Symbol.asyncDispose]: async () => pool[Symbol.asyncDispose](),
  };
}
