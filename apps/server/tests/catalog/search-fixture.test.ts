import { readFileSync } from 'node:fs';
import { randomUUIDv7 } from 'node:crypto';
import { join } from 'node:path';
import { expect, describe, it } from 'vitest';
import { z } from 'zod';
import { writeTerms } from '#db/repos/rows/terms.repo.ts';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { indexAll, writeManyBooks } from '../_harness/many-books.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const FILE = join(import.meta.dirname, '../../../../fixtures/search/queries.json');
const Fixture = z.object({
  catalog: z.array(
    z.object({
      title: z.string(),
      otherTitles: z.array(z.string()),
      people: z.array(z.string()),
      publisher: z.string(),
      tags: z.array(z.string()),
    }),
  ),
  /** What is looked for, and the title of the series that comes first; null for nothing. */
  queries: z.array(z.object({ query: z.string(), first: z.string().nullable() })),
  /** Books of one series, and many more with a number behind their title: so many that not all are ranked. */
  common: z.object({
    series: z.string(),
    filler: z.string(),
    count: z.number().min(501),
    titles: z.array(z.string()),
    /** What is looked for, the titles that come first, and how many there are, if those are all. */
    queries: z.array(z.object({ query: z.string(), firsts: z.array(z.string()).min(1), total: z.number().nullable() })),
  }),
});
const { catalog, queries, common } = Fixture.parse(JSON.parse(readFileSync(FILE, 'utf8')));

async function fill(server: TestServer): Promise<void> {
  const shelf = await newShelf(server);
  for (const { title, otherTitles, people, publisher, tags } of catalog) {
    const seriesId = await shelf.addSeries(title, { publisher });
    const bookId = await shelf.addBook(seriesId, `${title} v01`, { number: '1', numberSort: 1 });
    await server.context.db.transaction(async (tx) => {
      const authors = JSON.stringify(people.map((name) => ({ name, role: 'writer', sortName: null })));
      const own = { id: randomUUIDv7(), createdAt: 0, updatedAt: 0 };
      await tx.write
        .insertInto('bookMetadata')
        .values({ ...own, bookId, publisher, authors, awards: '[]', locks: '[]' })
        .execute();
      await writeTerms(tx, 'tag', { kind: 'book', id: bookId }, tags);
      for (const other of otherTitles) {
        const values = { id: randomUUIDv7(), seriesId, label: 'Other', title: other, createdAt: 0, updatedAt: 0 };
        await tx.write.insertInto('alternateTitle').values(values).execute();
      }
    });
  }
}

interface Answer extends Readonly<Record<string, unknown>> {
  readonly series: { readonly items: readonly string[]; readonly total: number };
}

/** What a search says, without ids, which differ from database to database. */
async function fetchAnswers(client: Client) {
  const answers = new Map<string, Answer>();
  for (const { query } of queries) {
    const { series, books, people, publishers, tags } = await client.call('search', { query: { q: query, limit: 50 } });
    answers.set(query, {
      series: { ...series, items: series.items.map(({ title }) => title) },
      books: { ...books, items: books.items.map(({ title }) => title) },
      people,
      publishers,
      tags: { ...tags, items: tags.items.map(({ name, seriesCount }) => [name, seriesCount]) },
    });
  }
  return answers;
}

describe('search', () => {
  it('finds what is meant first, and both databases find the same in the same order', async () => {
    expect(queries.length).toBeGreaterThanOrEqual(200);
    const answers = new Map<DatabaseKind, unknown>();
    for (const kind of databases) {
      await using server = await startServer(kind);
      const client = await setupAdmin(server);
      await fill(server);
      const found = await fetchAnswers(client);
      const firsts = queries.map(({ query }) => ({ query, first: found.get(query)?.series.items[0] ?? null }));
      expect(firsts).toEqual(queries);
      answers.set(kind, found);
    }
    expect(answers.get('postgres')).toEqual(answers.get('sqlite'));
  });

  it('finds what is called like a very common word first, on both databases the same', async () => {
    const { series, filler, count, titles } = common;
    for (const kind of databases) {
      await using server = await startServer(kind);
      const client = await setupAdmin(server);
      const shelf = await newShelf(server);
      const seriesId = await shelf.addSeries(series);
      const numbered = Array.from({ length: count }, (_, index) => `${filler} ${String(index + 1)}`);
      await server.context.db.transaction(async (tx) => writeManyBooks(tx, shelf, seriesId, [...numbered, ...titles]));
      await indexAll(server);
      for (const { query, firsts, total } of common.queries) {
        const limit = firsts.length;
        const { books } = await client.call('search', { query: { q: query, limit } });
        const found = {
          query,
          firsts: books.items.map(({ title }) => title),
          total: books.total,
          capped: books.capped,
        };
        expect({ kind, ...found }).toEqual({ kind, query, firsts, total: total ?? 500, capped: total === null });
      }
    }
  });
});
