// A module of its own, so that the thread loads only its decoder.

/** Formats with a decoder of their own. */
export type DecodedFormat = 'JPEG XL' | 'HEIC' | 'BMP';

/** Request to a decoding thread. */
export interface DecodeRequest {
  readonly kind: 'decode';
  readonly format: DecodedFormat;
  readonly bytes: Uint8Array;
}

/** Memory limit of a decoder. */
export const MAX_DECODER_BYTES = 1024 * 1024 * 1024;
/** What the JPEG XL decoder can draw within that memory, at 60 bytes a pixel. */
export const MAX_DECODER_PIXELS = 16_000_000;
