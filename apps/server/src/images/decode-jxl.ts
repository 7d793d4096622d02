import { fileURLToPath } from 'node:url';
import decode, { init } from '@jsquash/jxl/decode.js';
import { findFile } from '#files/opening/find-file.ts';
import { startBounded } from './bounded-wasm.ts';
import type { RawPixels } from './resize.ts';

const MODULE = fileURLToPath(import.meta.resolve('@jsquash/jxl/codec/dec/jxl_dec.wasm'));

let compiled: Promise<WebAssembly.Module> | undefined;

async function compile(): Promise<WebAssembly.Module> {
  const bytes = await findFile(MODULE);
  if (bytes === undefined) throw new Error(`The JPEG XL decoder is not installed: "${MODULE}"`);
  return await WebAssembly.compile(new Uint8Array(bytes));
}

/**
 * Decodes the first frame of a JPEG XL picture, upright and in sRGB.
 * @param maxBytes memory limit; the decoder needs about 60 bytes a pixel
 * @throws {Error} when the picture is damaged or too large
 */
export async function decodeJxl(bytes: Uint8Array, maxBytes: number): Promise<RawPixels> {
  compiled ??= compile();
  const module = await compiled;
  // A new instance for each picture: a failed one leaves no state, and its memory is freed.
  await init({
    instantiateWasm: (imports: WebAssembly.Imports, started: (instance: WebAssembly.Instance) => void) => {
      const instance = startBounded(module, imports, maxBytes);
      started(instance);
      return instance.exports;
    },
  });
  // The package's types name a browser's ImageData, which has these fields.
  const { data, width, height } = (await decode(new Uint8Array(bytes).buffer)) as {
    readonly data: Uint8ClampedArray;
    readonly width: number;
    readonly height: number;
  };
  return { samples: new Uint8Array(data.buffer, data.byteOffset, data.byteLength), channels: 4, width, height };
}
