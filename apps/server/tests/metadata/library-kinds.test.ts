import { describe, expect, it } from 'vitest';
import { addLibraries } from '#core/activities/scan/add-libraries.ts';
import { LIBRARY_KIND_NAMES, LIBRARY_KINDS } from '@lectern/contract';
import { writeEpub } from '../../../../fixtures/epub-writer.ts';
import { png } from '../../../../fixtures/pictures.ts';
import { writeZip } from '../../../../fixtures/zip-writer.ts';
import { type Client, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type BookFolder, newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

interface Novel {
  readonly title: string;
  readonly author: string;
  readonly series?: string;
  readonly position?: number;
}

function newNovel({ title, author, series, position = 1 }: Novel): Buffer {
  const belongs =
    series === undefined
      ? ''
      : `<meta name="calibre:series" content="${series}"/><meta name="calibre:series_index" content="${String(position)}"/>`;
  return writeEpub({ metadata: `<dc:title>${title}</dc:title><dc:creator>${author}</dc:creator>${belongs}` });
}

async function addNovels(folder: BookFolder, below = ''): Promise<void> {
  const add = async (path: string, novel: Novel) => folder.addFile(below + path, newNovel(novel));
  await add('Novels/orwell-1984.epub', { title: '1984', author: 'George Orwell' });
  await add('Novels/persuasion_pg105.epub', { title: 'Persuasion', author: 'Jane Austen' });
  await add('Novels/scan.epub', { title: 'scan.docx', author: 'Unknown' });
  await add('Le Guin/The Tombs of Atuan.epub', {
    title: 'The Tombs',
    author: 'Le Guin',
    series: 'Earthsea',
    position: 2,
  });
  await add('A Wizard.epub', { title: 'A Wizard', author: 'Le Guin', series: 'Earthsea' });
}

async function listSeries(client: Client) {
  const { data } = await client.call('listSeries', { query: { pageSize: 100 } });
  return data.toSorted((one, other) => (one.title < other.title ? -1 : 1));
}

describe.each(databases)('kinds of library on %s', (database) => {
  it('start with their settings; a request may name others, and a later change of the kind changes nothing else', async () => {
    using folder = newBookFolder();
    await using server = await startServer(database);
    const client = await setupAdmin(server);
    for (const kind of LIBRARY_KIND_NAMES) {
      const { shelf: _shelf, pageLayout: _layout, ...settings } = LIBRARY_KINDS[kind];
      for (const own of [
        {},
        { defaultReadingDirection: 'ttb', seriesStrategy: 'flat', bookStrategy: 'smart' } as const,
      ]) {
        const path = `${kind}${Object.keys(own).join('')}`;
        await folder.addFile(`${path}/note.txt`, '');
        expect(await addLibrary(client, folder.at(path), { kind, ...own })).toMatchObject({
          kind,
          ...settings,
          ...own,
        });
      }
    }
    const [library] = (await client.call('listLibraries', { query: {} })).data;
    const params = { id: library?.id ?? '' };
    const changed = await client.call('updateLibrary', { params, body: { kind: 'mixed' } });
    expect(changed).toEqual({ ...library, kind: 'mixed', updatedAt: changed.updatedAt });
    const body = { kind: 'audiobooks' as never };
    const refusal = await expectRefusal(client.call('updateLibrary', { params, body }));
    expect(refusal).toMatchObject({ status: 400, details: [{ path: 'kind' }] });
  });

  it('give each novel of a folder a series of its own, under its own title, and keep stated series', async () => {
    using folder = newBookFolder();
    await addNovels(folder);
    await using server = await startServer(database);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path, { kind: 'books' });
    await scan(client, library.id);
    await waitForTasks(client);
    const before = await listSeries(client);
    expect(before.map(({ title, bookCount }) => [title, bookCount])).toEqual([
      ['1984', 1],
      ['Earthsea', 2],
      ['Persuasion', 1],
      ['scan', 1],
    ]);
    const books = await listAllBooks(client);
    expect(books.map(({ title, number }) => [title, number]).toSorted()).toEqual([
      ['1984', null],
      ['A Wizard', 1],
      ['Persuasion', null],
      ['The Tombs', 2],
      ['scan', null],
    ]);
    const alone = books.find(({ title }) => title === 'Persuasion');
    const placement = await client.call('getBookPlacement', { params: { id: alone?.id ?? '' } });
    expect(placement.series).toMatchObject({ strategy: 'metadata', rule: 'book-alone', result: 'Persuasion' });
    for (const mode of ['normal', 'deep'] as const) {
      expect(await scan(client, library.id, mode)).toMatchObject({ booksUpdated: 0, booksAdded: 0 });
      await waitForTasks(client);
    }
    expect((await listSeries(client)).map(({ id, title }) => [id, title])).toEqual(
      before.map(({ id, title }) => [id, title]),
    );
  });

  it('keep the title of a series that a user gave to a lone book, and follow the file otherwise', async () => {
    using folder = newBookFolder();
    await folder.addFile('a.epub', newNovel({ title: 'First', author: 'A' }));
    await folder.addFile('b.epub', newNovel({ title: 'Second', author: 'B' }));
    await using server = await startServer(database);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path, { kind: 'books' });
    await scan(client, library.id);
    await waitForTasks(client);
    const first = (await listSeries(client))[0];
    expect(first?.title).toBe('First');
    await client.call('updateSeriesMetadata', { params: { id: first?.id ?? '' }, body: { title: 'Mine' } });
    await folder.addFile('a.epub', newNovel({ title: 'Another first', author: 'Ann Author' }));
    await folder.addFile('b.epub', newNovel({ title: 'Another second', author: 'Ben Author' }));
    await scan(client, library.id);
    await waitForTasks(client);
    expect((await listSeries(client)).map(({ title }) => title)).toEqual(['Another second', 'Mine']);
  });

  it('are guessed from a folder, with the reason, and by a few of its books', async () => {
    await using server = await startServer(database);
    const client = await setupAdmin(server);
    const guess = async (folder: BookFolder, kind?: 'books') => {
      const body = { path: folder.at('shelf'), ...(kind === undefined ? {} : { kind }) };
      return (await client.call('previewScan', { body })).guess;
    };
    using novels = newBookFolder();
    await addNovels(novels, 'shelf/');
    expect(await guess(novels)).toEqual({
      ...{ kind: 'books', defaultReadingDirection: 'ltr', reasons: ['Nearly all of its files are ebooks.'] },
    });
    expect(await guess(novels, 'books')).toBeNull();
    using manga = newBookFolder();
    for (const index of [1, 2, 3]) {
      await manga.addComic(`shelf/Sea/Sea ${String(index)}.cbz`, {
        tint: index,
        info: '<Manga>YesAndRightToLeft</Manga>',
      });
    }
    expect(await guess(manga)).toEqual({
      ...{ kind: 'manga', defaultReadingDirection: 'rtl' },
      reasons: ['Its books say that they are read from right to left.'],
    });
    using strips = newBookFolder();
    const pages = [1, 2, 3].map((index) => ({ name: `${String(index)}.png`, bytes: png(80, 400, index).bytes }));
    await strips.addFile('shelf/Tower/Ep 1.cbz', writeZip(pages));
    await strips.addFile('shelf/Tower/Ep 2.cbz', 'no archive at all');
    expect(await guess(strips)).toMatchObject({ kind: 'comics', defaultReadingDirection: 'webtoon' });
    using empty = newBookFolder();
    await empty.addFile('shelf/note.txt', '');
    expect(await guess(empty)).toBeNull();
  });

  it('are guessed for folders that the operator names at the start', async () => {
    await using server = await startServer(database);
    using novels = newBookFolder();
    await addNovels(novels, 'shelf/');
    using manga = newBookFolder();
    const info = '<Manga>YesAndRightToLeft</Manga>';
    for (const index of [1, 2, 3]) await manga.addComic(`read/Sea/Sea ${String(index)}.cbz`, { tint: index, info });
    using empty = newBookFolder();
    await empty.addFile('later/note.txt', '');
    const folders = [novels.at('shelf'), manga.at('read'), empty.at('later')];
    await addLibraries(server.context, folders);
    await addLibraries(server.context, folders);
    const client = await setupAdmin(server);
    await waitForTasks(client);
    const { data } = await client.call('listLibraries', {});
    expect(data.map(({ name, kind, defaultReadingDirection }) => [name, kind, defaultReadingDirection])).toEqual([
      ['later', 'mixed', 'ltr'],
      ['read', 'manga', 'rtl'],
      ['shelf', 'books', 'ltr'],
    ]);
    expect((await listSeries(client)).map(({ title }) => title)).toContain('Persuasion');
  });
});
