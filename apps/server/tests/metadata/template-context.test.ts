import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

/** Fields of the template context. */
const BOOK_FIELDS = [
  ...['authors', 'awards', 'blackAndWhite', 'bookType', 'chapter', 'count', 'day', 'edition', 'externalLinks'],
  ...[
    'formatDetail',
    'genre',
    'genres',
    'imprint',
    'isbns',
    'languageIso',
    'manga',
    'month',
    'number',
    'originalTitle',
  ],
  ...['originalYear', 'publisher', 'seriesPosition', 'seriesTotal', 'subjects', 'subtitle', 'summary', 'tags', 'title'],
  ...['titleSort', 'translator', 'volume', 'year'],
];
const SERIES_FIELDS = [
  ...['ageRating', 'alternateTitles', 'authors', 'externalLinks', 'externalRatings', 'genres', 'imprint', 'language'],
  ...['publisher', 'readingDirection', 'status', 'summary', 'tags', 'title', 'titleSort', 'totalChapterCount'],
  ...['totalVolumeCount', 'year'],
];

const bare = (metadata: object) =>
  Object.keys(metadata)
    .filter((name) => !name.endsWith('Lock'))
    .toSorted();

describe.each(databases)('template contexts on %s', (kind) => {
  it('say all that is known of a book and its series, and fill templates', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const series = await shelf.addSeries('Saga', {
      ...{
        publisher: 'Image',
        year: 2012,
        ageRating: 16,
        language: 'en-US',
        totalVolumeCount: 9,
        locks: '["publisher"]',
      },
      ...{ customMetadata: '{"my_shelf":{"row":3}}' },
    });
    const book = await shelf.addBook(series, 'Saga 1');
    await shelf.addBook(series, 'Gone', { deletedAt: 1 });
    const genre = randomUUID();
    await server.context.db.transaction(async (tx) => {
      await tx.write.insertInto('genre').values({ id: genre, name: 'Drama', nameKey: 'drama', createdAt: 1 }).execute();
      await tx.write.insertInto('bookGenre').values({ bookId: book, genreId: genre, position: 0 }).execute();
      await tx.write
        .insertInto('bookMetadata')
        .values({
          ...{
            id: randomUUID(),
            bookId: book,
            title: 'One',
            number: '1.5',
            year: 2013,
            manga: 0,
            subjects: '["Space"]',
          },
          ...{ authors: '[{"name":"Ann","role":"translator","sortName":null}]', locks: '["yearLock"]' },
          ...{ awards: '[{"name":"Eisner","category":null,"won":true,"year":2014}]', createdAt: 1, updatedAt: 1 },
        })
        .execute();
    });

    const ofSeries = await admin.call('getSeriesContext', { params: { id: series } });
    expect(ofSeries).toMatchObject({
      ...{ type: 'series', seriesId: series, bookCount: 1, customMetadata: { my_shelf: { row: 3 } }, externalIds: {} },
      metadata: {
        ...{ title: 'Saga', publisher: 'Image', year: 2012, ageRating: 16, language: 'en-US', totalVolumeCount: 9 },
        ...{ genres: ['Drama'], status: 'unknown', publisherLock: true, titleLock: false, authorsJsonLock: false },
      },
    });
    expect(bare(ofSeries.metadata)).toEqual(SERIES_FIELDS.toSorted());

    const ofBook = await admin.call('getBookContext', { params: { id: book } });
    expect(ofBook).toMatchObject({
      ...{
        type: 'book',
        bookId: book,
        seriesId: series,
        libraryId: shelf.libraryId,
        fileFormat: 'cbz',
        fileSize: 1_000,
      },
      ...{ pageCount: 10, customMetadata: null, series: ofSeries },
      metadata: {
        ...{ number: 1.5, year: 2013, genre: 'Drama', genres: ['Drama'], tags: [], manga: false, subjects: ['Space'] },
        ...{ translator: 'Ann', authors: [{ name: 'Ann', role: 'translator', sortName: null }], yearLock: true },
        ...{ awards: [{ name: 'Eisner', category: null, won: true, year: 2014 }], titleLock: false },
      },
    });
    expect(bare(ofBook.metadata)).toEqual(BOOK_FIELDS.toSorted());
    const locks = Object.keys(ofBook.metadata);
    expect(BOOK_FIELDS.filter((field) => !locks.includes(`${field}Lock`))).toEqual([]);

    const fill = async (template: string, what: object) =>
      (await admin.call('tryTemplate', { body: { template, ...what } })).text;
    const template =
      '{{series.metadata.title}} #{{metadata.number}} ({{metadata.year}}) {{series.customMetadata.my_shelf.row}}';
    expect(await fill(template, { bookId: book })).toBe('Saga #1.5 (2013) 3');
    expect(await fill('{{metadata.title}}{{#metadata.genres}}, {{.}}{{/metadata.genres}}', { seriesId: series })).toBe(
      'Saga, Drama',
    );
    for (const [body, status] of [
      [{ template: '{{#open}}', bookId: book }, 400],
      [{ template: 'x' }, 400],
      [{ template: 'x', bookId: book, seriesId: series }, 400],
      [{ template: 'x', bookId: randomUUID() }, 404],
    ] as const)
      expect(await expectRefusal(admin.call('tryTemplate', { body }))).toMatchObject({ status });

    const rules = [
      { field: 'metadata.ageRating', operator: 'gte', value: 16 },
      { field: 'metadata.genres', operator: 'contains', value: 'Drama' },
    ];
    const tested = await admin.call('testSeriesConditions', {
      params: { id: series },
      body: { conditions: { mode: 'all', rules } },
    });
    expect(tested.passed).toBe(true);
  });
});
