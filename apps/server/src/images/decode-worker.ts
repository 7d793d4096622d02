import { parentPort } from 'node:worker_threads';
import type { WorkerFailure, WorkerReply } from '#files/threads/worker-messages.ts';
import {
  type DecodeRequest,
  type DitherRequest,
  type PixelRequest,
  MAX_DECODER_BYTES,
  MAX_DECODER_PIXELS,
} from './decode-request.ts';
import type { RawPixels } from './resize.ts';

/** Decoders are loaded on first use: each is a megabyte. */
async function decode({ format, bytes }: DecodeRequest): Promise<RawPixels> {
  switch (format) {
    case 'JPEG XL':
      return await (await import('./decode-jxl.ts')).decodeJxl(bytes, MAX_DECODER_BYTES);
    case 'HEIC': {
      const { decodeHeic } = await import('./decode-heic.ts');
      return await decodeHeic(bytes, { maxBytes: MAX_DECODER_BYTES, maxPixels: MAX_DECODER_PIXELS });
    }
    case 'BMP':
      return (await import('./decode-bmp.ts')).decodeBmp(bytes);
  }
}

async function dither({ pixels }: DitherRequest): Promise<Uint8Array> {
  const { ditherTo16, encodeGreyPng } = await import('./dither.ts');
  // A copy in memory of its own, which can be transferred: Node keeps small buffers in a shared pool.
  return Uint8Array.from(encodeGreyPng(ditherTo16(pixels), pixels.width, pixels.height));
}

async function answer(request: PixelRequest): Promise<readonly [value: RawPixels | Uint8Array, bytes: Uint8Array]> {
  if (request.kind === 'dither') {
    const png = await dither(request);
    return [png, png];
  }
  const pixels = await decode(request);
  return [pixels, pixels.samples];
}

function toFailure(request: PixelRequest, cause: unknown): WorkerFailure {
  const code = cause instanceof RangeError ? 'image.too-large' : 'image.unknown';
  const reason = cause instanceof Error ? cause.message : String(cause);
  const what = request.kind === 'dither' ? 'picture cannot be dithered' : `${request.format} picture cannot be decoded`;
  return { kind: 'format', code, message: `The ${what}: ${reason}` };
}

if (parentPort !== null) {
  const port = parentPort;
  port.on('message', ({ id, request }: { readonly id: number; readonly request: PixelRequest }) => {
    answer(request).then(
      ([value, { buffer }]) => {
        port.postMessage({ id, ok: true, value } satisfies WorkerReply, buffer instanceof ArrayBuffer ? [buffer] : []);
      },
      (cause: unknown) => {
        port.postMessage({ id, ok: false, error: toFailure(request, cause) } satisfies WorkerReply);
      },
    );
  });
}
