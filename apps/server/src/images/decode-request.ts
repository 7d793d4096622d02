import type { GreyPixels } from './dither.ts';

// A module of its own, so that the thread loads only its decoder.

/** Formats with a decoder of their own. */
export type DecodedFormat = 'JPEG XL' | 'HEIC' | 'BMP';

/** Decodes a picture. */
export interface DecodeRequest {
  readonly kind: 'decode';
  readonly format: DecodedFormat;
  readonly bytes: Uint8Array;
}

/** Dithers grey pixels to 16 greys; the answer is a PNG. */
export interface DitherRequest {
  readonly kind: 'dither';
  readonly pixels: GreyPixels;
}

/** Request to the thread for pixels. */
export type PixelRequest = DecodeRequest | DitherRequest;

/** Memory limit of a decoder. */
export const MAX_DECODER_BYTES = 1024 * 1024 * 1024;
/** What the JPEG XL decoder can draw within that memory, at 60 bytes a pixel. */
export const MAX_DECODER_PIXELS = 16_000_000;
