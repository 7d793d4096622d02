import { addAccount } from './add-account.ts';
import { type Client, setupAdmin } from './client.ts';
import type { DatabaseKind } from './databases.ts';
import { newShelf } from './shelf.ts';
import { type ServerOptions, startServer, type TestServer } from './start-server.ts';

/** A parent who sees one library up to the age of 16, and a child profile up to 12. */
async function addFamily(server: TestServer, admin: Client, libraryId: string, username: string) {
  const ageLimit = { maxAge: 16, showsUnrated: false };
  const rights = { ageLimit, libraryIds: [libraryId] };
  const { id, account, client: parent } = await addAccount({ server, admin }, username, rights);
  const body = { name: 'Mia', ageLimit: { maxAge: 12, showsUnrated: true } };
  return { parent, parentId: id, account, child: await parent.call('createChildProfile', { body }) };
}

/** A family that sees the first of two libraries, which has series for six, fourteen and eighteen years. */
export async function openChildWorld(kind: DatabaseKind, options: ServerOptions = {}) {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind, options));
  const admin = await setupAdmin(server);
  const [one, two] = [await newShelf(server, { name: 'One' }), await newShelf(server, { name: 'Two' })];
  const seriesId = await one.addSeries('Child', { ageRating: 6 });
  const bookId = await one.addBook(seriesId, 'Child 1', { koreaderHash: 'c'.repeat(32) });
  const teenSeriesId = await one.addSeries('Teen', { ageRating: 14 });
  const teenBookId = await one.addBook(teenSeriesId, 'Teen 1', { koreaderHash: 'e'.repeat(32) });
  await one.addBook(await one.addSeries('Adult', { ageRating: 18 }), 'Adult 1');
  await two.addBook(await two.addSeries('Other', { ageRating: 6 }), 'Other 1');
  const family = await addFamily(server, admin, one.libraryId, 'ada');
  const owned = opened.move();
  return {
    ...{ server, admin, ...family, bookId, seriesId, teenBookId, teenSeriesId, one, two },
    /** Adds another one. */
    addFamily: async (username: string) => addFamily(server, admin, one.libraryId, username),
    [Symbol.asyncDispose]: async () => owned.disposeAsync(),
  };
}
