import { fileURLToPath } from 'node:url';
import startLibheif from 'libheif-js/libheif-wasm/libheif.js';
import { findFile } from '#files/opening/find-file.ts';
import { startBounded } from './bounded-wasm.ts';
import type { RawPixels } from './resize.ts';

/** libheif returns this instead of a handle after a failure. */
interface HeifFailure {
  readonly code?: unknown;
  readonly message?: string;
}

interface HeifDrawn extends HeifFailure {
  readonly channels?: readonly {
    readonly id: unknown;
    readonly width: number;
    readonly height: number;
    /** Bytes from one row to the next. */
    readonly stride: number;
    readonly data: Uint8Array;
  }[];
}

/** The parts of libheif used here; its own types belong to another build. */
interface Libheif {
  readonly heif_error_code: { readonly heif_error_Ok: unknown };
  readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown };
  readonly heif_chroma: { readonly heif_chroma_interleaved_RGBA: unknown };
  readonly heif_channel: { readonly heif_channel_interleaved: unknown };
  readonly heif_context_alloc: () => object | null;
  readonly heif_context_read_from_memory: (context: object, bytes: Uint8Array) => HeifFailure;
  readonly heif_js_context_get_primary_image_handle: (context: object) => HeifFailure | null;
  readonly heif_image_handle_get_width: (handle: object) => number;
  readonly heif_image_handle_get_height: (handle: object) => number;
  readonly heif_js_decode_image2: (
    handle: object,
    colorspace: unknown,
    chroma: unknown,
  ) => HeifDrawn | null | Promise<HeifDrawn | null>;
}

const start = startLibheif as unknown as (options: {
  readonly instantiateWasm: (
    imports: WebAssembly.Imports,
    started: (instance: WebAssembly.Instance) => void,
  ) => WebAssembly.Exports;
}) => Libheif;

const MODULE = fileURLToPath(import.meta.resolve('libheif-js/libheif-wasm/libheif.wasm'));

let compiled: Promise<WebAssembly.Module> | undefined;

async function compile(): Promise<WebAssembly.Module> {
  const bytes = await findFile(MODULE);
  if (bytes === undefined) throw new Error(`The HEIC decoder is not installed: "${MODULE}"`);
  return await WebAssembly.compile(new Uint8Array(bytes));
}

function openPrimary(heif: Libheif, bytes: Uint8Array): object {
  const context = heif.heif_context_alloc();
  if (context === null) throw new Error('The decoder has no memory');
  const failure = heif.heif_context_read_from_memory(context, bytes);
  if (failure.code !== heif.heif_error_code.heif_error_Ok) throw new Error(failure.message ?? 'unknown reason');
  const handle = heif.heif_js_context_get_primary_image_handle(context);
  if (handle === null || handle.code !== undefined) throw new Error(handle?.message ?? 'it has no picture');
  return handle;
}

/**
 * Decodes the primary picture of a HEIC file, upright.
 * @param bytes of the whole file
 * @param limits of memory and pixels
 * @throws {Error} when the picture is damaged, too large, or not coded with HEVC
 */
export async function decodeHeic(
  bytes: Uint8Array,
  limits: { readonly maxBytes: number; readonly maxPixels: number },
): Promise<RawPixels> {
  const { maxBytes, maxPixels } = limits;
  compiled ??= compile();
  const module = await compiled;
  const heif = start({
    instantiateWasm: (imports, started) => {
      const instance = startBounded(module, imports, maxBytes);
      started(instance);
      return instance.exports;
    },
  });
  const handle = openPrimary(heif, bytes);
  if (heif.heif_image_handle_get_width(handle) * heif.heif_image_handle_get_height(handle) > maxPixels) {
    throw new RangeError(`It has more than ${String(maxPixels)} pixels`);
  }
  const { heif_colorspace_RGB: rgb } = heif.heif_colorspace;
  const { heif_chroma_interleaved_RGBA: rgba } = heif.heif_chroma;
  const drawn = await heif.heif_js_decode_image2(handle, rgb, rgba);
  const plane = drawn?.channels?.find(({ id }) => id === heif.heif_channel.heif_channel_interleaved);
  if (plane === undefined) throw new Error(drawn?.message ?? 'unknown reason');
  return packRows(plane);
}

function packRows(plane: {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly data: Uint8Array;
}): RawPixels {
  const { width, height, stride, data } = plane;
  const rowBytes = width * 4;
  const samples = new Uint8Array(rowBytes * height);
  for (let row = 0; row < height; row++) {
    samples.set(data.subarray(row * stride, row * stride + rowBytes), row * rowBytes);
  }
  return { samples, channels: 4, width, height };
}
