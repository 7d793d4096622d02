import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { WebFile } from '#context/files.ts';

/** Prefixes come from the configuration and from trusted proxies, so there are few. */
const MOST_PLACES = 8;

/** Addresses of the built page are relative to it, but the page is served at every address of the web app. */
const RELATIVE = /"\.\/(?=[^"]*")/g;

const placed = new WeakMap<WebFile, Map<string, WebFile>>();

function writePage(page: WebFile, prefix: string): WebFile {
  const bytes = Buffer.from(page.bytes.toString('utf8').replace(RELATIVE, `"${prefix}/`));
  return {
    ...page,
    etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 27),
    bytes,
    brotli: brotliCompressSync(bytes),
    gzip: gzipSync(bytes),
  };
}

/**
 * The page of the web app for a server that lies at a path.
 * @param prefix checked: `/lectern`, or empty
 */
export function placePage(page: WebFile, prefix: string): WebFile {
  const places = placed.get(page) ?? new Map<string, WebFile>();
  placed.set(page, places);
  const known = places.get(prefix);
  if (known !== undefined) return known;
  const written = writePage(page, prefix);
  if (places.size >= MOST_PLACES) places.clear();
  places.set(prefix, written);
  return written;
}
