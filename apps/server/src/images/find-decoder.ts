import { FIRST_HEAD_BYTES, FormatError, probeImage } from '@lectern/formats';
import { asBuffer } from '#files/opening/buffer-pool.ts';
import { type DecodedFormat, MAX_DECODER_PIXELS } from './decode-request.ts';

const FORMATS: Readonly<Record<string, DecodedFormat>> = {
  'image/jxl': 'JPEG XL',
  'image/heic': 'HEIC',
  'image/bmp': 'BMP',
};

/**
 * The extra decoder that a picture needs; undefined when libvips reads it, or no decoder does.
 * @throws {FormatError} `image.too-large`: more pixels than the decoder takes
 */
export function findDecoder(bytes: Uint8Array): DecodedFormat | undefined {
  const head = asBuffer(bytes.subarray(0, FIRST_HEAD_BYTES));
  let probe = probeImage(head, bytes.byteLength);
  if (probe.status === 'more') probe = probeImage(asBuffer(bytes), bytes.byteLength);
  const format = 'mediaType' in probe ? FORMATS[probe.mediaType] : undefined;
  if (format !== undefined && probe.status === 'measured' && probe.width * probe.height > MAX_DECODER_PIXELS) {
    const size = `${String(probe.width)} by ${String(probe.height)}`;
    const most = `${String(MAX_DECODER_PIXELS / 1e6)} million pixels`;
    throw new FormatError('image.too-large', `The ${format} picture has ${size} pixels: expected at most ${most}`);
  }
  return format;
}
