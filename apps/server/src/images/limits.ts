import { DEFAULT_LIMITS, FIRST_HEAD_BYTES, FormatError, probeImage } from '@lectern/formats';
import { asBuffer } from '#files/opening/buffer-pool.ts';

/** libvips' messages for a format or coding that it was built without. */
const UNSUPPORTED = /unsupported image format|has not been built in|not supported|no known decod/i;

function findMediaType(bytes: Uint8Array): string | undefined {
  const head = asBuffer(bytes.subarray(0, FIRST_HEAD_BYTES));
  const probe = probeImage(head, bytes.byteLength);
  return 'mediaType' in probe ? probe.mediaType : undefined;
}

/**
 * Converts sharp's error into a FormatError.
 * @param bytes the picture, whose format the message names
 */
export function pictureError(bytes: Uint8Array, cause: unknown): FormatError {
  if (cause instanceof FormatError) return cause;
  const reason = cause instanceof Error ? cause.message : 'unknown reason';
  if (reason.includes('pixel limit')) {
    return new FormatError('image.too-large', 'The picture has more pixels than are allowed', { cause });
  }
  if (reason.startsWith('timeout')) {
    return new FormatError('limit.time', 'Drawing the picture took too long', { cause });
  }
  const mediaType = findMediaType(bytes);
  return mediaType !== undefined && UNSUPPORTED.test(reason)
    ? new FormatError('image.unsupported', `Pictures of type ${mediaType} coded like this cannot be drawn`, { cause })
    : new FormatError('image.unknown', `The picture cannot be decoded: ${reason}`, { cause });
}

/** Limit of decoded pixels, all frames of an animation together. */
export const MAX_PIXELS = DEFAULT_LIMITS.pixels;

/** Time limit for one picture. */
export const MAX_SECONDS = 30;
