import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

/** What was told since the last look: name, and what it says beside the ids, each once, by name. */
function listen(server: TestServer): { readonly told: () => string[] } & Disposable {
  const seen = new Set<string>();
  const subscription = server.context.events.onChange(({ name, json }) => {
    const event = JSON.parse(json) as { fields?: string[]; entity_type?: string; count?: number };
    const parts = [name, event.fields?.join(), event.entity_type, event.count];
    seen.add(parts.filter((part) => part !== undefined).join(' '));
  });
  return {
    told: () => {
      const all = [...seen].sort();
      seen.clear();
      return all;
    },
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  };
}

describe.each(databases)('what happens on %s', (kind) => {
  it('is told, each thing by its event', async () => {
    using folder = newBookFolder();
    for (const number of [1, 2]) await folder.addComic(`Saga/Saga ${String(number)}.cbz`, { tint: number });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    using events = listen(server);
    const { id } = await addLibrary(client, folder.path);
    const params = { id };
    expect(events.told()).toEqual(['library_created']);

    await scan(client, id);
    await waitForTasks(client);
    const covers = ['cover_updated book', 'cover_updated library', 'cover_updated series'];
    const found = events.told();
    expect(found).toEqual(expect.arrayContaining(['book_created', 'book_updated', ...covers, 'series_created']));

    await client.call('updateLibrary', { params, body: { name: 'Other' } });
    expect(events.told()).toEqual(['library_updated']);

    const [book] = await listAllBooks(client);
    await client.call('generateBookThumbnail', { params: { id: book?.id ?? '' }, body: { force: true } });
    await waitForTasks(client);
    expect(events.told()).toEqual(covers);

    await client.call('chooseBookPageCover', { params: { id: book?.id ?? '' }, body: { page: 2 } });
    expect(events.told()).toEqual(covers);
    await client.call('resetBookCover', { params: { id: book?.id ?? '' } });
    expect(events.told()).toEqual(covers);

    await rm(folder.at('Saga/Saga 2.cbz'));
    await scan(client, id);
    expect(events.told()).toContain('book_updated deleted');

    await folder.addComic('Saga/Saga 2.cbz', { tint: 2 });
    await scan(client, id);
    await waitForTasks(client);
    expect(events.told()).toContain('book_updated deleted');

    await rm(folder.at('Saga/Saga 2.cbz'));
    await scan(client, id);
    events.told();
    await client.call('purgeLibrary', { params });
    expect(events.told()).toEqual(expect.arrayContaining(['book_deleted', 'series_bulk_purged 1']));

    await client.call('deleteLibrary', { params });
    expect(events.told()).toContain('library_deleted');
  });

  it('tells of the covers that change because books go, come back, or change places', async () => {
    using folder = newBookFolder();
    for (const number of [1, 2]) await folder.addComic(`Saga/Saga ${String(number)}.cbz`, { tint: number });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const { id } = await addLibrary(client, folder.path);
    await scan(client, id);
    await waitForTasks(client);
    using events = listen(server);
    const coversAfter = async (from: string, to: string): Promise<string[]> => {
      events.told();
      await mkdir(dirname(folder.at(to)), { recursive: true });
      await rename(folder.at(from), folder.at(to));
      await scan(client, id);
      await waitForTasks(client);
      return events.told().filter((event) => event.startsWith('cover_updated'));
    };
    const shown = ['cover_updated library', 'cover_updated series'];
    // A hidden folder is not looked into: the first book is gone, and comes back.
    expect(await coversAfter('Saga/Saga 1.cbz', '.away/Saga 1.cbz')).toEqual(shown);
    expect(await coversAfter('.away/Saga 1.cbz', 'Saga/Saga 1.cbz')).toEqual(shown);
    // The second is the first by now.
    expect(await coversAfter('Saga/Saga 1.cbz', 'Saga/Saga 3.cbz')).toEqual(shown);
    expect(await coversAfter('Saga/Saga 3.cbz', 'Saga/Saga 4.cbz')).toEqual([]);
    // Grouped again: another series, which comes first in the library, and the old one without its first book.
    expect(await coversAfter('Saga/Saga 2.cbz', 'Another/Another 2.cbz')).toEqual(shown);
  });
});
