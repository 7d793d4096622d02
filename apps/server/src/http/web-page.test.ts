import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { placePage } from './web-page.ts';

const page = {
  contentType: 'text/html; charset=utf-8',
  etag: 'built',
  immutable: false,
  bytes: Buffer.from(
    `<meta name="lectern-base" content="./" /><script src="./assets/a.js"></script><a href="https://x.org/./">`,
  ),
  brotli: undefined,
  gzip: undefined,
};

it.each(['', '/lectern'])('writes the path "%s" into the page, also into its compressed forms', (prefix) => {
  const placed = placePage(page, prefix);
  const text = `<meta name="lectern-base" content="${prefix}/" /><script src="${prefix}/assets/a.js"></script><a href="https://x.org/./">`;
  expect(placed.bytes.toString()).toBe(text);
  expect(brotliDecompressSync(placed.brotli ?? Buffer.alloc(0)).toString()).toBe(text);
  expect(placePage(page, prefix)).toBe(placed);
});

it('tags the pages of two paths differently', () => {
  expect(placePage(page, '/a').etag).not.toBe(placePage(page, '/b').etag);
});
