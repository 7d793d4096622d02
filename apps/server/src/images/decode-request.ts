// Apart from both sides, so that the thread loads nothing but its decoder.

/** Formats that have a decoder of their own, run in a thread of its own. */
export type DecodedFormat = 'JPEG XL' | 'HEIC' | 'BMP';

/** What the thread is asked. */
export interface DecodeRequest {
  readonly kind: 'decode';
  readonly format: DecodedFormat;
  readonly bytes: Uint8Array;
}

/** Memory of one decoder. */
export const MAX_DECODER_BYTES = 1024 * 1024 * 1024;
/** What a JPEG XL decoder can draw within that memory: it takes some 60 bytes a pixel. */
export const MAX_DECODER_PIXELS = 16_000_000;
