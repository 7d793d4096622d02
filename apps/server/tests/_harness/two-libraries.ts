import type { Book } from '@lectern/contract';
import { type Client, setupAdmin, signIn } from './client.ts';
import { type BookFolder, newBookFolder } from './make-books.ts';
import { addLibrary, listAllBooks, waitForTasks } from './scans.ts';
import type { TestServer } from './start-server.ts';

/** Two libraries of one series each: one of two books that a reader may see, and one of one book that is hidden from them. */
export interface TwoLibraries extends Disposable {
  readonly folder: BookFolder;
  readonly admin: Client;
  /** May see `shown` only. */
  readonly reader: Client;
  readonly shown: Book;
  readonly hidden: Book;
}

export const READER = { username: 'reader', password: 'the same for all' };

/** Makes them, and waits until all work is done. The caller disposes them after the server. */
export async function makeTwoLibraries(server: TestServer): Promise<TwoLibraries> {
  const folder = newBookFolder();
  const admin = await setupAdmin(server);
  const libraryIds: string[] = [];
  for (const [index, name] of ['Hidden', 'Shown'].entries()) {
    for (const number of index === 0 ? [1] : [1, 2]) {
      await folder.addComic(`${name}/${name} Saga/${name} ${String(number)}.cbz`, {
        tint: 2 * index + number,
        pages: 3,
      });
    }
    const { id } = await addLibrary(admin, folder.at(name), { name, scanImmediately: true });
    libraryIds.push(id);
  }
  await waitForTasks(admin);
  const books = await listAllBooks(admin);
  const hidden = books.find(({ libraryId }) => libraryId === libraryIds[0]);
  const shown = books.find(({ libraryId }) => libraryId === libraryIds[1]);
  if (hidden === undefined || shown === undefined) throw new Error('Expected books in both libraries');
  const email = 'reader@example.org';
  await admin.call('createUser', { body: { ...READER, email, role: 'reader', libraryIds: [shown.libraryId] } });
  const reader = await signIn(server, READER);
  return { folder, admin, reader, shown, hidden, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}
