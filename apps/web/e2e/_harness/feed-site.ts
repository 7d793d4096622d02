import { once } from 'node:events';
import { createServer } from 'node:http';

interface FeedEntry {
  readonly id: string;
  readonly title: string;
}

/** A site with one feed. Disposing closes it. */
export interface FeedSite extends AsyncDisposable {
  readonly url: string;
  readonly publish: (...entries: readonly FeedEntry[]) => void;
  /** Makes the next answer a server error. */
  readonly failNext: () => void;
}

function buildFeed(entries: readonly FeedEntry[]): string {
  const items = entries.map(
    ({ id, title }) =>
      `<item><title>${title}</title><guid isPermaLink="false">${id}</guid><link>https://feeds.example/${id}</link></item>`,
  );
  return `<rss version="2.0"><channel><title>Releases</title><language>en</language>${items.join('')}</channel></rss>`;
}

/** Starts an empty feed on this machine. */
export async function openFeedSite(): Promise<FeedSite> {
  let published: readonly FeedEntry[] = [];
  let fails = false;
  const server = createServer((_, response) => {
    if (fails) response.writeHead(500).end();
    else response.end(buildFeed(published));
    fails = false;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return {
    url: `http://127.0.0.1:${address.port}/feed`,
    publish: (...entries) => {
      published = entries;
    },
    failNext: () => {
      fails = true;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
