import { call } from '@lectern/contract/client';
import { expect, type Page } from '@playwright/test';
import type { ScannedLibrary } from './scanned-test.ts';

/** Pages that need only the account of an admin. */
const PAGES = [
  '/',
  '/libraries',
  '/search',
  '/search?q=lanterns',
  '/people/person',
  '/people/publisher',
  '/people/character',
  '/people/team',
  '/lists',
  '/lists/collections',
  '/lists/reading',
  '/stats',
  '/stats/everybody',
  '/releases',
  '/upload',
  '/admin',
  '/admin/libraries',
  '/admin/tasks',
  '/admin/health',
  '/admin/import',
  '/admin/bin',
  '/admin/users',
  '/admin/groups',
  '/admin/notifications',
  '/admin/sign-in',
  '/admin/settings',
  '/admin/backups',
  '/admin/releases',
  '/admin/metadata',
  '/admin/metrics',
  '/admin/log',
  '/admin/audit',
  '/admin/about',
  '/me',
  '/me/children',
  '/me/connections',
  '/me/devices',
  '/me/keys',
  '/me/notifications',
  '/me/offline',
  '/me/preferences',
  '/me/reading',
  '/me/security',
  '/me/export',
  '/me/accessibility',
  '/nowhere',
] as const;

/** Time limit of a walk through all pages on a busy machine. */
export const WALK_MS = 900_000;

let made = 0;

/** Pages of one book, series, list, library or account, which are made here. */
async function pagesOfThings({ url, headers, id, getBookId }: ScannedLibrary): Promise<readonly string[]> {
  const bookId = getBookId('Lanterns 01.cbz');
  const { book } = await call(url, 'getBook', { headers, params: { id: bookId } });
  const { seriesId } = book;
  // Tests of one file share a server.
  made += 1;
  const name = `Of the lighthouse keepers ${String(made)}`;
  const collection = await call(url, 'createCollection', { headers, body: { name } });
  await call(url, 'addCollectionSeries', { headers, params: { id: collection.id }, body: { seriesIds: [seriesId] } });
  const list = await call(url, 'createReadList', { headers, body: { name } });
  await call(url, 'addReadListBooks', { headers, params: { id: list.id }, body: { bookIds: [bookId] } });
  const { id: userId } = await call(url, 'getCurrentUser', { headers });
  const group = await call(url, 'createAccessGroup', { headers, body: { name } });
  const { data: people } = await call(url, 'listPeople', { headers, query: { pageSize: 1 } });
  return [
    ...people.map(({ name: person }) => `/people/person?name=${encodeURIComponent(person)}`),
    `/library/${id}`,
    `/library/${id}/books`,
    `/library/${id}/authors`,
    `/series/${seriesId}`,
    `/series/${seriesId}/edit`,
    `/book/${bookId}`,
    `/book/${bookId}/edit`,
    `/list/collection/${collection.id}`,
    `/list/reading/${list.id}`,
    `/admin/users/${userId}`,
    `/admin/groups/${group.id}`,
  ];
}

/** Addresses of all pages of the app behind the login, except the reader. */
export async function listAllPages(library: ScannedLibrary): Promise<readonly string[]> {
  return [...PAGES, ...(await pagesOfThings(library))];
}

/** Opens a page and waits until its content is there. */
export async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}
