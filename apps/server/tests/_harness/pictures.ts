import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Client } from './client.ts';

/** A picture of one colour in a format. */
export async function newPicture(
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif',
  background: string,
  size: { readonly width: number; readonly height: number } = { width: 600, height: 900 },
): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

/** A PNG whose header claims a size that its few bytes could never fill. */
export function newPngBomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const whole = Buffer.alloc(data.length + 12);
    whole.writeUInt32BE(data.length, 0);
    whole.write(type, 4, 'latin1');
    data.copy(whole, 8);
    whole.writeUInt32BE(crc32(whole.subarray(4, data.length + 8)), data.length + 8);
    return whole;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(4 * 1024 * 1024))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Sends a picture as people's programs do: in a field of a form, or raw when no field is named. */
export async function sendPicture(
  client: Client,
  path: string,
  picture: Buffer,
  { field, type = 'image/png' }: { readonly field?: string; readonly type?: string } = {},
): Promise<Response> {
  const blob = new Blob([new Uint8Array(picture)], { type });
  if (field === undefined) {
    return client.fetch(path, { method: 'POST', body: blob, headers: { 'content-type': type } });
  }
  const body = new FormData();
  body.set(field, blob, 'cover.bin');
  return client.fetch(path, { method: 'POST', body });
}

/** The mean colour of a picture that the server sends, `#rrggbb` rounded to 16 steps, and its size. */
export async function lookAt(client: Client, path: string) {
  const response = await client.fetch(path);
  const bytes = Buffer.from(await response.arrayBuffer());
  const { width, height, format } = await sharp(bytes).metadata();
  const { data } = await sharp(bytes).resize(1, 1).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { headers, status } = response;
  return {
    ...{ status, width, height, format, bytes },
    rgb: [...data.subarray(0, 3)].map((value) => Math.round(value / 64)),
    etag: headers.get('etag') ?? '',
    cacheControl: headers.get('cache-control') ?? '',
  };
}
