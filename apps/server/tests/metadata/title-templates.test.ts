import { renameSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Client, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

const SERIES = '{{metadata.title}}{{#metadata.year}} ({{metadata.year}}){{/metadata.year}}';
const BOOK = '{{series.metadata.title}} #{{metadata.number}}{{#metadata.title}}: {{metadata.title}}{{/metadata.title}}';

async function fetchTitles(client: Client, libraryId: string) {
  const { data: series } = await client.call('listSeries', { query: { libraryId } });
  const { data: books } = await client.call('listBooks', { query: { libraryId, sort: 'filename' } });
  return {
    series: series.map(({ title }) => title),
    books: books.map(({ title }) => title),
    seriesId: series[0]?.id ?? '',
  };
}

describe.each(databases)('titles by templates on %s', (kind) => {
  it('follow what is known of a series and its books, whatever changes it, unless they are locked', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    using folder = newBookFolder();
    await folder.addComic('Saga_x/1.cbz', { info: '<Title>One</Title><Number>1.5</Number><Year>2012</Year>' });
    await folder.addComic('Saga_x/2.cbz', { tint: 9, info: '<Number>2</Number>' });
    const { id: libraryId } = await addLibrary(client, folder.path, {
      ...{ bookConfig: { contextTemplate: BOOK }, seriesConfig: { context_template: SERIES } },
      bookStrategy: 'custom',
      numberStrategy: 'metadata',
      titlePreprocessingRules: [{ pattern: '_x$', replacement: '' }],
    });
    await scan(client, libraryId);
    await waitForTasks(client);
    const first = await fetchTitles(client, libraryId);
    expect(first).toMatchObject({ series: ['Saga (2012)'], books: ['Saga (2012) #1.5: One', 'Saga (2012) #2'] });
    const { data } = await client.call('listBooks', { query: { libraryId, sort: 'filename' } });
    const placement = await client.call('getBookPlacement', { params: { id: data[0]?.id ?? '' } });
    expect(placement.title).toMatchObject({ rule: 'title-template', input: BOOK, result: 'Saga (2012) #1.5: One' });

    // Read again, nothing changes; what a user edits shows at once, and what they undo.
    await scan(client, libraryId, 'deep');
    await waitForTasks(client);
    expect(await fetchTitles(client, libraryId)).toEqual(first);
    const of = { params: { id: first.seriesId } };
    await client.call('updateSeriesMetadata', { ...of, body: { year: 2020 } });
    expect(await fetchTitles(client, libraryId)).toMatchObject({
      ...{ series: ['Saga (2020)'], books: ['Saga (2020) #1.5: One', 'Saga (2020) #2'] },
    });
    const { data: actions } = await client.call('listMetadataActions', {});
    await client.call('undoMetadataAction', { params: { id: actions[0]?.id ?? '' } });
    expect(await fetchTitles(client, libraryId)).toEqual(first);
    await client.call('patchSeries', { ...of, body: { title: 'Mine' } });
    expect(await fetchTitles(client, libraryId)).toMatchObject({
      series: ['Mine'],
      books: ['Mine #1.5: One', 'Mine #2'],
    });
    await client.call('deleteSeriesMetadata', of);
    expect(await fetchTitles(client, libraryId)).toEqual(first);

    // A folder that is renamed brings its new name into the template.
    renameSync(folder.at('Saga_x'), folder.at('Paper Girls_x'));
    await scan(client, libraryId);
    await waitForTasks(client);
    expect(await fetchTitles(client, libraryId)).toMatchObject({
      ...{ series: ['Paper Girls (2012)'], seriesId: first.seriesId },
      books: ['Paper Girls (2012) #1.5: One', 'Paper Girls (2012) #2'],
    });

    const preview = await client.call('previewStrategy', {
      params: { id: libraryId },
      body: { bookConfig: { contextTemplate: '{{fileFormat}} {{metadata.number}}' } },
    });
    expect(preview.examples.map(({ after }) => after.title)).toEqual(['cbz 1.5', 'cbz 2']);
    const tried = await client.call('reprocessLibrarySeriesTitles', {
      params: { id: libraryId },
      body: { dryRun: true, titlePreprocessingRules: [] },
    });
    expect(tried.changes).toMatchObject([{ before: 'Paper Girls (2012)', after: 'Paper Girls_x (2012)' }]);
    await client.call('updateLibrary', { params: { id: libraryId }, body: { seriesConfig: null } });
    await client.call('reprocessLibrarySeriesTitles', { params: { id: libraryId }, body: {} });
    await waitForTasks(client);
    expect(await fetchTitles(client, libraryId)).toMatchObject({
      series: ['Paper Girls'],
      books: ['Paper Girls #1.5: One', 'Paper Girls #2'],
    });
  });

  it('fall back where a template makes nothing, and refuse what is none', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    using folder = newBookFolder();
    await folder.addComic('Saga/Book v03.cbz', {});
    const endless = '{{#metadata.genres}}{{#metadata.genres}}x{{/metadata.genres}}{{/metadata.genres}}';
    const config = { contextTemplate: endless, pattern: 'v(?P<volume>\\d+)', fallback: 'filename' };
    const { id } = await addLibrary(client, folder.path, {
      bookStrategy: 'custom',
      ...{ bookConfig: config, seriesConfig: { contextTemplate: '{{metadata.nothing}}' } },
    });
    await scan(client, id);
    await waitForTasks(client);
    expect(await fetchTitles(client, id)).toMatchObject({ series: ['Saga'], books: ['Book v03'] });
    const { data } = await client.call('listBooks', { query: { libraryId: id } });
    expect(data[0]?.volume).toBe(3);
    const update = async (body: object) => client.call('updateLibrary', { params: { id }, body });
    for (const body of [
      { bookConfig: { contextTemplate: '{{#open}}' } },
      { seriesConfig: { contextTemplate: '{{> other}}' } },
      { seriesConfig: { contextTemplate: 'x'.repeat(10_001) } },
      { bookConfig: {} },
    ])
      expect(await expectRefusal(update(body))).toMatchObject({ kind: 'BadRequest' });
  });
});
