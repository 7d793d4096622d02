import { expect } from 'vitest';
import { ADMIN, basic, switchCompatOn } from './compat.ts';
import { createClient, setupAdmin } from './client.ts';
import { openEventStream } from './event-stream.ts';
import { openSaga } from './saga.ts';
import { listAllBooks } from './scans.ts';
import type { TestServer } from './start-server.ts';

/** Every address in a JSON or XML document. */
function listAddresses(text: string): readonly string[] {
  return [...text.matchAll(/"?href"?[:=]\s*"([^"]+)"/g)].flatMap(([, address]) =>
    address === undefined ? [] : [address],
  );
}

async function readText(address: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const answer = await fetch(address, { headers, redirect: 'manual' });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${address}: ${String(answer.status)} ${text}`);
  return text;
}

/** Reads the root of a catalog and every feed that it names; each address must lie below the place. */
async function expectCatalog(place: string, path: string): Promise<void> {
  const { pathname } = new URL(place);
  const root = listAddresses(await readText(place + path, ADMIN));
  expect(root.length).toBeGreaterThan(3);
  for (const address of root) expect(address.startsWith(`${place}/`), `${address} below ${place}`).toBe(true);
  const feeds = root.filter((address) => !address.includes('{') && address.startsWith(`${place}/opds/`));
  for (const address of new Set(feeds)) {
    const answer = await fetch(address, { headers: ADMIN });
    expect([address, answer.status]).toEqual([address, 200]);
    for (const deeper of listAddresses(await answer.text())) {
      const isBelow = deeper.startsWith(`${place}/`) || deeper.startsWith(`${pathname}/`);
      expect(isBelow, `${deeper} below ${place}`).toBe(true);
    }
  }
}

async function expectKomga(place: string): Promise<void> {
  const books = JSON.parse(await readText(`${place}/komga/api/v1/books`, ADMIN)) as { content: { id: string }[] };
  const id = books.content[0]?.id ?? '';
  const manifest = await readText(`${place}/komga/api/v1/books/${id}/manifest`, ADMIN);
  for (const address of listAddresses(manifest)) expect(address.startsWith(`${place}/komga/`)).toBe(true);
  const signedIn = await fetch(`${place}/komga/api/v1/login/set-cookie`, { headers: ADMIN });
  const { pathname } = new URL(place);
  expect(signedIn.headers.getSetCookie().join()).toContain(`Path=${pathname}/komga;`);
}

async function expectCookies(place: string): Promise<void> {
  const { pathname } = new URL(place);
  const body = JSON.stringify({ username: 'admin', password: 'correct horse battery' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${place}/api/v1/auth/login`, { method: 'POST', body, headers });
  const lines = answer.headers.getSetCookie();
  const paths = lines.map((line) => [line.split('=')[0], /Path=([^;]+)/.exec(line)?.[1]]);
  expect(paths).toEqual([
    ['lectern_session', pathname],
    ['lectern_refresh', `${pathname}/api/v1/auth`],
    ['lectern_device', `${pathname}/api/v1/auth`],
  ]);
  const cookie = lines.map((line) => line.split(';')[0]).join('; ');
  expect((await fetch(`${place}/api/v1/auth/me`, { headers: { cookie } })).status).toBe(200);
}

/**
 * Uses every door of a server through a proxy. All addresses that it gives must lie below the path.
 * @param place address of the server as its clients have it: `http://127.0.0.1:9000/lectern`
 */
export async function expectEverythingBelow(server: TestServer, place: string): Promise<void> {
  const { pathname } = new URL(place);
  const direct = await setupAdmin(server);
  using _folder = await openSaga(direct);
  await switchCompatOn(direct);
  const admin = createClient({ url: place }, direct.token);
  expect((await fetch(`${place}/health`)).status).toBe(200);
  const list = await admin.call('listBooks', { query: { pageSize: 1 } });
  expect(list.links.next?.startsWith(`${pathname}/api/v1/books?`)).toBe(true);
  expect((await fetch(new URL(list.links.next ?? '', place), { headers: ADMIN })).status).toBe(200);
  const [book] = await listAllBooks(admin);
  const page = await admin.fetch(`/api/v1/books/${book?.id ?? ''}/pages/1`);
  expect([page.status, page.headers.get('content-type')?.split('/')[0]]).toEqual([200, 'image']);
  await expectCookies(place);
  await expectCatalog(place, '/opds/v2');
  await expectCatalog(place, '/opds/v1.2/catalog');
  await expectKomga(place);
  const { key } = await admin.call('createApiKey', { body: { name: 'KOReader' } });
  expect((await fetch(`${place}/koreader/users/auth`, { headers: basic('admin', key) })).status).toBe(200);
  const description = JSON.parse(await readText(`${place}/docs/openapi.json`)) as { servers: unknown };
  expect(description.servers).toEqual([{ url: pathname }]);
  const docs = await fetch(`${place}/docs`, { redirect: 'manual' });
  expect([docs.status, docs.headers.get('location')]).toEqual([301, `${pathname}/docs/`]);
  const shared = await fetch(`${place}/upload`, { method: 'POST', body: new FormData(), redirect: 'manual' });
  expect([shared.status, shared.headers.get('location')]).toEqual([303, `${pathname}/upload`]);
  const stream = await openEventStream(admin, '/api/v1/events/stream');
  await direct.call('patchBook', { params: { id: book?.id ?? '' }, body: { title: 'Live' } });
  await stream.until('book_updated');
  await stream.close();
  const check = await admin.call('checkConnection', { query: { address: place } });
  expect(check.findings.find(({ topic }) => topic === 'address')?.level).toBe('good');
}
