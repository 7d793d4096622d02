import { parentPort } from 'node:worker_threads';
import type { WorkerFailure, WorkerReply } from '#files/threads/worker-messages.ts';
import { type DecodeRequest, MAX_DECODER_BYTES, MAX_DECODER_PIXELS } from './decode-request.ts';
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

function toFailure(format: string, cause: unknown): WorkerFailure {
  const code = cause instanceof RangeError ? 'image.too-large' : 'image.unknown';
  const reason = cause instanceof Error ? cause.message : String(cause);
  return { kind: 'format', code, message: `The ${format} picture cannot be decoded: ${reason}` };
}

if (parentPort !== null) {
  const port = parentPort;
  port.on('message', ({ id, request }: { readonly id: number; readonly request: DecodeRequest }) => {
    decode(request).then(
      (value) => {
        const { buffer } = value.samples;
        port.postMessage({ id, ok: true, value } satisfies WorkerReply, buffer instanceof ArrayBuffer ? [buffer] : []);
      },
      (cause: unknown) => {
        port.postMessage({ id, ok: false, error: toFailure(request.format, cause) } satisfies WorkerReply);
      },
    );
  });
}
