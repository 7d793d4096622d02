import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** An entry as a feed has it. */
export interface FeedEntry {
  readonly id: string;
  readonly title: string;
  readonly infoHash?: string;
}

/** What goes wrong with an answer. */
export type Trouble = 'broken' | 'busy' | 'cut' | 'loop' | 'html' | 'gone' | 'silent';

function writeFeed(entries: readonly FeedEntry[]): string {
  const items = entries.map(
    ({ id, title, infoHash }) =>
      `<item><title>${title}</title><guid isPermaLink="false">${id}</guid><link>https://feeds.example/${id}</link>` +
      `<pubDate>Tue, 03 Jun 2025 11:05:30 GMT</pubDate><infoHash>${infoHash ?? ''}</infoHash></item>`,
  );
  return `<rss version="2.0"><channel><title>Releases</title><language>en</language>${items.join('')}</channel></rss>`;
}

const TROUBLES: Readonly<Record<Trouble, (response: ServerResponse) => void>> = {
  broken: (response) => void response.writeHead(500).end('no'),
  busy: (response) => void response.writeHead(429, { 'retry-after': '90000' }).end(),
  cut: (response) => {
    response.writeHead(200, { 'content-length': '5000' });
    response.write('<rss><channel>', () => response.destroy());
  },
  loop: (response) => void response.writeHead(302, { location: '/feed' }).end(),
  html: (response) => void response.writeHead(200).end('<html><body>nothing</body></html>'),
  gone: (response) => response.destroy(),
  // Its client has to let go.
  silent: () => undefined,
};

/** A site with one feed, that calls its content by an ETag and packs it; the next answers may go wrong. */
export async function openFeedSite() {
  let entries: readonly FeedEntry[] = [];
  const troubles: Trouble[] = [];
  const asked: { readonly authorization: string | undefined; readonly status: number | Trouble }[] = [];
  const server = createServer((request, response) => {
    const { authorization } = request.headers;
    const trouble = troubles.shift();
    if (trouble !== undefined) {
      asked.push({ authorization, status: trouble });
      TROUBLES[trouble](response);
      return;
    }
    const text = writeFeed(entries);
    const etag = `"${createHash('sha256').update(text).digest('hex')}"`;
    const isKnown = request.headers['if-none-match'] === etag;
    asked.push({ authorization, status: isKnown ? 304 : 200 });
    response.writeHead(isKnown ? 304 : 200, { etag, ...(isKnown ? {} : { 'content-encoding': 'gzip' }) });
    response.end(isKnown ? undefined : gzipSync(text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/feed`,
    asked,
    publish: (published: readonly FeedEntry[]) => {
      entries = published;
    },
    failNext: (...next: readonly Trouble[]) => void troubles.push(...next),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
