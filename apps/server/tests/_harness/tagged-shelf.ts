import type { AccessMode } from '@lectern/contract';
import { expect } from 'vitest';
import { type Client, setupAdmin, signIn } from './client.ts';
import { newShelf } from './shelf.ts';
import type { TestServer } from './start-server.ts';

/** The password of every account that these tests make. */
export const PASSWORD = 'the password of all';
/** An id that nothing has. */
export const NOTHING = '0192f0c1-0000-7000-8000-000000000000';

async function newReader(server: TestServer, admin: Client, username = 'reader') {
  const { id } = await admin.call('createUser', { body: { username, password: PASSWORD } });
  return { id, client: await signIn(server, { username, password: PASSWORD }) };
}

export async function newTag(admin: Client, name: string): Promise<string> {
  return (await admin.call('createSharingTag', { body: { name } })).id;
}

/** Three series of two books each: one for adults, one for children, one with no tag. */
export async function openTaggedShelf(server: TestServer) {
  const admin = await setupAdmin(server);
  const shelf = await newShelf(server);
  const [adults, kids] = [await newTag(admin, 'Adults'), await newTag(admin, 'Kids')];
  const series: Record<string, string> = {};
  for (const [title, tagIds] of [
    ['Adult', [adults]],
    ['Child', [kids]],
    ['Plain', []],
  ] as const) {
    const id = await shelf.addSeries(title);
    series[title] = id;
    for (const number of [1, 2]) await shelf.addBook(id, `${title} ${String(number)}`);
    await admin.call('replaceSeriesSharingTags', { params: { id }, body: { sharingTagIds: [...tagIds] } });
  }
  const grant = async (userId: string, sharingTagId: string, accessMode: AccessMode) =>
    admin.call('setUserSharingTag', { params: { id: userId }, body: { sharingTagId, accessMode } });
  const findId = (title: string): string => series[title] ?? '';
  return { admin, shelf, adults, kids, grant, idOf: findId, reader: await newReader(server, admin) };
}

export async function listTitles(client: Client): Promise<string[]> {
  const { data, total } = await client.call('listSeries', { query: { sort: 'name' } });
  const { total: books } = await client.call('listBooks', {});
  expect([total, books]).toEqual([data.length, data.length * 2]);
  return data.map(({ title }) => title);
}

export async function fetchStatus(client: Client, path: string, init: RequestInit = {}): Promise<number> {
  return (await client.fetch(path, init)).status;
}
