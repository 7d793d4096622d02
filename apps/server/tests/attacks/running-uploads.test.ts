import { readdir, stat } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Client, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type BookFolder, newBookFolder, newComic } from '../_harness/make-books.ts';
import { newPicture } from '../_harness/pictures.ts';
import { addLibrary, listAllBooks, waitForTasks } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PASSWORD = 'a good password';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

describe.each(databases)('a body that is on its way when its session loses its standing, on %s', (kind) => {
  let server: TestServer;
  let folder: BookFolder;
  let admin: Client;
  let libraryId: string;
  let bookId: string;
  let files = 0;
  let people = 0;

  beforeAll(async () => {
    server = await startServer(kind);
    folder = newBookFolder();
    await folder.addComic('Saga/Saga v01.cbz');
    admin = await setupAdmin(server);
    ({ id: libraryId } = await addLibrary(admin, folder.path, { scanImmediately: true }));
    await waitForTasks(admin);
    bookId = (await listAllBooks(admin))[0]?.id ?? '';
    await admin.call('patchLibrary', { params: { id: libraryId }, body: { allowUploads: true } });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });
  beforeEach(() => void vi.restoreAllMocks());

  async function newPerson() {
    people += 1;
    const body = { username: `person ${String(people)}`, password: PASSWORD };
    const { id } = await admin.call('createUser', { body: { ...body, role: 'admin' } });
    return { params: { id }, body, client: await signIn(server, body) };
  }

  /** Sends half of a body, and waits until the server has let the request in. */
  async function beginBody({ token = '' }: Client, { method, path, type, bytes }: Sent) {
    const watch = vi.spyOn(server.context.access, 'onForget');
    const half = Math.floor(bytes.length / 2);
    const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': bytes.length };
    const request = http.request(`${server.url}/api/v1${path}`, { method, headers });
    const answer = new Promise<number | 'broken' | undefined>((resolve) => {
      request.on('error', () => resolve('broken'));
      request.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
    });
    request.write(bytes.subarray(0, half));
    await expect.poll(() => watch.mock.calls.length).toBeGreaterThan(0);
    watch.mockRestore();
    const finish = async () => {
      request.end(bytes.subarray(half));
      return answer;
    };
    return { answer, finish };
  }

  /** A part of a book whose upload has begun. */
  async function beginPart(client: Client): Promise<Sent> {
    files += 1;
    const bytes = newComic({ tint: files });
    const about = { folder: 'Saga', fileName: `New ${String(files)}.cbz`, sizeBytes: bytes.length, modifiedAt: 1 };
    const { id } = await client.call('beginUpload', { params: { id: libraryId }, body: about });
    const path = `/libraries/${libraryId}/uploads/${id}?offset=0`;
    return { method: 'PUT', path, type: 'application/octet-stream', bytes };
  }

  async function sumStaged(): Promise<number> {
    const staged = join(folder.path, '.lectern-uploads');
    const sizes = await Promise.all((await readdir(staged)).map(async (name) => (await stat(join(staged, name))).size));
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  it('is cut off, and none of its bytes stay, however that came', async () => {
    const before = { covers: await admin.call('listBookCovers', { params: { id: bookId } }) };
    type Person = Awaited<ReturnType<typeof newPerson>>;
    const ends: readonly (readonly [string, (person: Person) => Promise<unknown>])[] = [
      ['signed out', async ({ client }) => client.call('logout', {})],
      ['signed out by an admin', async ({ params }) => admin.call('deleteUserSessions', { params })],
      ['switched off', async ({ params }) => admin.call('updateUser', { params, body: { isActive: false } })],
      ['deleted', async ({ params }) => admin.call('deleteUser', { params })],
      ['demoted', async ({ params }) => admin.call('updateUser', { params, body: { role: 'reader' } })],
    ];
    const staged = await sumStaged().catch(() => 0);
    for (const [name, end] of ends) {
      const person = await newPerson();
      const part = await beginBody(person.client, await beginPart(person.client));
      const picture = await newPicture('png', 'red');
      const cover = await beginBody(person.client, {
        ...{ method: 'POST', path: `/books/${bookId}/cover`, type: 'image/png', bytes: picture },
      });
      const json = await beginBody(person.client, {
        ...{ method: 'POST', path: '/users', type: 'application/json' },
        bytes: Buffer.from(JSON.stringify({ username: `made by ${name}`, password: PASSWORD, role: 'admin' })),
      });
      await end(person);
      expect([name, await part.answer, await cover.answer, await json.answer]).toEqual([
        ...[name, 'broken', 'broken', 'broken'],
      ]);
    }
    expect(await sumStaged()).toBe(staged);
    expect(await admin.call('listBookCovers', { params: { id: bookId } })).toEqual(before.covers);
    const { data } = await admin.call('listUsers', { query: { search: 'made by' } });
    expect(data).toEqual([]);
  });

  it('goes on for another session of the same account, and for other accounts', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const second = await signIn(server, person.body);
    const sent = [await beginPart(second), await beginPart(other.client)];
    const going = [await beginBody(second, sent[0] as Sent), await beginBody(other.client, sent[1] as Sent)];
    await person.client.call('logout', {});
    for (const one of going) expect(await one.finish()).toBe(200);
  });

  it('may change what ends the session that sends it', async () => {
    const person = await newPerson();
    const json = { currentPassword: PASSWORD, newPassword: `${PASSWORD} 2` };
    const bytes = Buffer.from(JSON.stringify(json));
    const change = { method: 'POST', path: '/user/password', type: 'application/json', bytes };
    expect(await (await beginBody(person.client, change)).finish()).toBe(204);
    expect(
      await (await beginBody(person.client, { ...change, path: '/auth/logout', bytes: Buffer.from('{}') })).finish(),
    ).toBe(204);
  });
});
