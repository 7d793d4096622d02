import { describe, expect, it } from 'vitest';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { atomReader, jsonReader, readWholeCatalog } from '../_harness/feed-pages.ts';
import { startServer } from '../_harness/start-server.ts';
import { feedBooks } from '../_harness/test-length.ts';
import { fillWideCatalog } from '../_harness/wide-catalog.ts';

/** Ends what hangs, and nothing else. */
const PATIENCE_MS = 300_000;
const EACH_MS = 200;

describe.each(databases)('the pages of all feeds on %s', (kind) => {
  it(`are valid, and hold each entry once, over ${String(feedBooks())} books`, {
    timeout: PATIENCE_MS + feedBooks() * EACH_MS,
  }, async ({ annotate }) => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await fillWideCatalog(server.context, feedBooks());
    const { data: libraries } = await admin.call('listLibraries', {});
    const books = libraries.reduce((sum, { bookCount }) => sum + (bookCount ?? 0), 0);
    expect(books).toBe(feedBooks() - Math.floor(feedBooks() / 50));
    for (const reader of [atomReader(admin), jsonReader(admin)]) {
      const lists = await readWholeCatalog(reader);
      const wrong = [...lists].filter(
        ([, { keys, total }]) => new Set(keys).size !== keys.length || (total !== undefined && total !== keys.length),
      );
      expect(wrong).toEqual([]);
      const named = (title: string) => [...lists.values()].find((list) => list.title === title)?.keys.length;
      expect([named('All books'), named('Recently added')]).toEqual([books, books]);
      for (const title of ['Authors', 'Publishers', 'Genres', 'Tags']) expect(named(title)).toBeGreaterThan(4);
      const pages = [...lists.values()].reduce((sum, list) => sum + list.pages, 0);
      const entries = [...lists.values()].reduce((sum, list) => sum + list.keys.length, 0);
      expect(pages).toBeGreaterThan(lists.size);
      await annotate(
        `${kind}${reader.start}: ${String(lists.size)} lists, ${String(pages)} pages, ${String(entries)} entries`,
      );
    }
  });
});
