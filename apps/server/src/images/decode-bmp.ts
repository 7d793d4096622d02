import { decode } from '@cwasm/nsbmp';
import type { RawPixels } from './resize.ts';

/**
 * Decodes a Windows bitmap.
 * @throws {Error} when it is damaged, or an OS/2 variant
 */
export function decodeBmp(bytes: Uint8Array): RawPixels {
  const { data, width, height } = decode(bytes);
  return { samples: new Uint8Array(data.buffer, data.byteOffset, data.byteLength), channels: 4, width, height };
}
