import { FIRST_HEAD_BYTES, FormatError, probeImage } from '@lectern/formats';
import { createWorkerPool } from '#files/worker-pool.ts';
import { type DecodedFormat, type DecodeRequest, MAX_DECODER_PIXELS } from './decode-request.ts';
import type { RawPixels } from './resize.ts';

interface DecodeAnswers {
  readonly decode: RawPixels;
}

/** Opens pictures of formats that the picture library does not read. */
export interface PictureDecoder extends AsyncDisposable {
  /**
   * A picture in a form that can be drawn: as it is, or its pixels when only a decoder of its own reads it.
   * @throws {FormatError} `image.too-large`, `image.unknown`, or `limit.time`
   */
  readonly open: (bytes: Uint8Array, options: { readonly background: boolean }) => Promise<Uint8Array | RawPixels>;
}

const TIME_LIMIT_MS = 60_000;
const HEAP_MB = 256;

const FORMATS: Readonly<Record<string, DecodedFormat>> = {
  'image/jxl': 'JPEG XL',
  'image/heic': 'HEIC',
  'image/bmp': 'BMP',
};

/** What decoder the bytes need; undefined when the picture library reads them, or nobody does. */
function decoderOf(bytes: Uint8Array): DecodedFormat | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, FIRST_HEAD_BYTES));
  let probe = probeImage(head, bytes.byteLength);
  if (probe.status === 'more') {
    probe = probeImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes.byteLength);
  }
  const format = 'mediaType' in probe ? FORMATS[probe.mediaType] : undefined;
  if (format !== undefined && probe.status === 'measured' && probe.width * probe.height > MAX_DECODER_PIXELS) {
    const size = `${String(probe.width)} by ${String(probe.height)}`;
    const most = `${String(MAX_DECODER_PIXELS / 1e6)} million pixels`;
    throw new FormatError('image.too-large', `The ${format} picture has ${size} pixels: expected at most ${most}`);
  }
  return format;
}

/** A decoder with one thread, which starts when the first picture needs it and ends when none came for a while. */
export function createPictureDecoder(): PictureDecoder {
  const pool = createWorkerPool<DecodeRequest, DecodeAnswers>(
    new URL('./decode-worker.ts', import.meta.url),
    1,
    HEAP_MB,
  );
  return {
    open: async (bytes, { background }) => {
      const format = decoderOf(bytes);
      if (format === undefined) return bytes;
      return await pool.run({ kind: 'decode', format, bytes }, { timeLimitMs: TIME_LIMIT_MS, background });
    },
    [Symbol.asyncDispose]: async () => pool[Symbol.asyncDispose](),
  };
}
