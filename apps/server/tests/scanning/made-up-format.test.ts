import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BOOK_EXTENSIONS, listExtensions } from '@lectern/contract';
import { describe, expect, it, vi } from 'vitest';
import { setupAdmin } from '../_harness/client.ts';
import { ADMIN, COMPAT, switchCompatOn } from '../_harness/compat.ts';
import { databases } from '../_harness/databases.ts';
import { addLibrary, listAllBooks, scan, until } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

vi.mock(import('../../../../packages/contract/src/format-table.ts'), async (original) => {
  const real = await original();
  const madeUp = {
    label: 'CBX',
    title: 'Comic (CBX)',
    hint: 'Comics as X',
    extensions: ['cbx', 'xcomic'],
    mediaType: 'application/x-made-up',
    komgaMediaType: 'application/x-made-up-too',
    kind: 'comic',
  } as const;
  return { ...real, BOOK_FORMATS: { ...real.BOOK_FORMATS, cbx: madeUp } };
});

async function newFolder() {
  const parent = await mkdtemp(join(tmpdir(), 'lectern-made-up-'));
  const path = join(parent, 'Library');
  await mkdir(path);
  for (const name of ['One.cbx', 'Two.XCOMIC', 'Three.cby']) await writeFile(join(path, name), `made up: ${name}`);
  return { parent, path, [Symbol.asyncDispose]: async () => rm(parent, { recursive: true, force: true }) };
}

describe.each(databases)('a format that only the table knows, on %s', (kind) => {
  it('is named by scan, watch, picker, download, feeds and the Komga dialect', async () => {
    expect(listExtensions(['CBX'])).toEqual(['cbx', 'xcomic']);
    expect(BOOK_EXTENSIONS).toContain('xcomic');
    await using server = await startServer(kind, { config: { 'scanner.watch': 'true' } });
    await using folder = await newFolder();
    const admin = await setupAdmin(server);

    const count = async () => {
      const { entries } = await admin.call('browseFolders', { query: { path: folder.parent } });
      return entries.find(({ name }) => name === 'Library')?.bookCount;
    };
    await expect.poll(count).toBe(2);

    const library = await addLibrary(admin, folder.path, { allowedFormats: ['CBX'] as never });
    await scan(admin, library.id);
    const books = await listAllBooks(admin);
    expect(books.map(({ path }) => path.split('/').at(-1))).toEqual(['One.cbx', 'Two.XCOMIC']);
    const id = books[0]?.id ?? '';
    expect(books[0]?.fileFormat).toBe('cbx');

    await writeFile(join(folder.path, 'Four.cbx'), 'made up later');
    await until(
      async () => listAllBooks(admin),
      (found) => found.length === 3,
    );

    const file = await admin.fetch(`/api/v1/books/${id}/file`);
    expect(file.headers.get('content-type')).toBe('application/x-made-up');

    for (const address of ['/opds/v1.2/books', '/opds/v2/books']) {
      const feed = await (await admin.fetch(address)).text();
      for (const words of ['application/x-made-up', 'format=cbx', 'CBX']) expect(feed, address).toContain(words);
    }

    await switchCompatOn(admin);
    const ask = async (path: string, body?: unknown): Promise<unknown> => {
      const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      const headers = { ...ADMIN, 'content-type': 'application/json' };
      const answer = await fetch(`${server.url}${COMPAT}/api/v1/${path}`, { ...sent, headers });
      return await answer.json();
    };
    const media = { mediaType: 'application/x-made-up-too', mediaProfile: 'DIVINA' };
    expect(await ask(`books/${id}`)).toMatchObject({ media });
    expect(await ask(`libraries/${library.id}`)).toMatchObject({ scanCbx: true, scanPdf: false, scanEpub: false });
    const comics = { condition: { mediaProfile: { operator: 'is', value: 'DIVINA' } } };
    expect(await ask('books/list', comics)).toMatchObject({ totalElements: 3 });
  });
});
