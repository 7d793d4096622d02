import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BookFolder, newBookFolder } from '../_harness/book-folder.ts';
import { type Client, createClient, setupAdmin } from '../_harness/client.ts';
import { basic, COMPAT, switchCompatOn } from '../_harness/compat.ts';
import { databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { createFactorUsers, type FactorUser, requireFor, WITH_PASSKEYS } from '../_harness/second-factor.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const EVENTS = '/api/v1/events/stream';

/** Reads the first bytes of an answer, which is far from its end. */
async function begin(answer: Response) {
  const reader = answer.body?.getReader();
  if (answer.status !== 200 || reader === undefined) throw new Error(`Expected a file, found ${answer.status}`);
  await reader.read();
  return {
    toEnd: async (): Promise<void> => {
      while (!(await reader.read()).done);
    },
  };
}

describe.each(databases)('what a session without its factor had open, on %s', (kind) => {
  let server: TestServer;
  let folder: BookFolder;
  let admin: Client;
  let bookId: string;
  let newUser: (role?: 'reader' | 'maintainer' | 'admin') => Promise<FactorUser>;

  beforeAll(async () => {
    server = await startServer(kind, { config: WITH_PASSKEYS });
    folder = await newBookFolder(server);
    admin = await setupAdmin(server);
    await switchCompatOn(admin);
    newUser = createFactorUsers(server, admin);
    await using file = await open(join(folder.path, 'Sparse.pdf'), 'w');
    await file.truncate(64 * 1024 ** 2);
    const series = await folder.shelf.addSeries('Sparse');
    const book = { path: 'Sparse.pdf', fileFormat: 'pdf', state: 'failed' } as const;
    bookId = await folder.shelf.addBook(series, 'Sparse', book);
  });
  afterAll(async () => {
    await folder[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  it('ends when its role needs a factor from now on; others go on', async () => {
    const [user, reader] = [await newUser('maintainer'), await newUser()];
    const { key } = await user.client.call('createApiKey', { body: { name: 'Reader' } });
    const stream = await openEventStream(user.client, EVENTS);
    const others = [
      await openEventStream(reader.client, EVENTS),
      await openEventStream(createClient(server, key), EVENTS),
    ];
    const download = await begin(await user.client.fetch(`/api/v1/books/${bookId}/file`));
    const allowed = await begin(await createClient(server, key).fetch(`/api/v1/books/${bookId}/file`));
    await requireFor(admin, ['maintainer']);
    try {
      await stream.ended();
      await expect(download.toEnd()).rejects.toThrow('terminated');
      await allowed.toEnd();
      await admin.call('updateBookMetadata', { params: { id: bookId }, body: { title: 'New title' } });
      for (const other of others) await other.until('book_');
    } finally {
      await requireFor(admin, []);
      for (const other of others) await other.close();
    }
  });

  it('ends when an account comes into a role that needs one', async () => {
    await requireFor(admin, ['maintainer']);
    try {
      const user = await newUser();
      const stream = await openEventStream(user.client, EVENTS);
      const download = await begin(await user.client.fetch(`/api/v1/books/${bookId}/file`));
      await admin.call('updateUser', { params: { id: user.id }, body: { role: 'maintainer' } });
      await stream.ended();
      await expect(download.toEnd()).rejects.toThrow('terminated');
    } finally {
      await requireFor(admin, []);
    }
  });

  it('ends with the first factor, in feeds and the Komga dialect too', async () => {
    const user = await newUser();
    const { access_token: token } = await user.login();
    const stream = await openEventStream(createClient(server, token), EVENTS);
    const headers = basic(user.username, user.password);
    const feed = await begin(await fetch(`${server.url}/api/v1/books/${bookId}/file`, { headers }));
    const app = await begin(await fetch(`${server.url}${COMPAT}/api/v1/books/${bookId}/file`, { headers }));
    await user.addApp();
    await stream.ended();
    await expect(feed.toEnd()).rejects.toThrow('terminated');
    await expect(app.toEnd()).rejects.toThrow('terminated');
  });

  it('ends in a child profile when the sessions of its parent end', async () => {
    const user = await newUser();
    const params = await user.client.call('createChildProfile', { body: { name: 'Mia', ageLimit: null } });
    await user.client.call('openChildProfile', { params });
    const stream = await openEventStream(user.client, EVENTS);
    const download = await begin(await user.client.fetch(`/api/v1/books/${bookId}/file`));
    await admin.call('deleteUserSessions', { params: user });
    await stream.ended();
    await expect(download.toEnd()).rejects.toThrow('terminated');
  });

  it('ends when the session ends', async () => {
    const user = await newUser();
    const download = await begin(await user.client.fetch(`/api/v1/books/${bookId}/file`));
    await user.client.call('logout', {});
    await expect(download.toEnd()).rejects.toThrow('terminated');
  });
});
