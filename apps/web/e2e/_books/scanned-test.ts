import { call } from '@lectern/contract/client';
import { test as base, expect } from '@playwright/test';
import { type RunningServer, startServer } from '../_harness/server.ts';
import { ACCOUNT } from './first-steps.ts';

/** A folder of books on the disk of the server. Disposing deletes it. */
interface Shelf extends AsyncDisposable {
  readonly path: string;
  readonly bookCount: number;
}

/** A server whose one library is a scanned shelf. */
export interface ScannedLibrary<Of extends Shelf = Shelf> {
  readonly server: RunningServer;
  readonly shelf: Of;
  readonly url: string;
  readonly id: string;
  readonly name: string;
  /** For calls as the administrator. */
  readonly headers: { readonly authorization: string };
  /** Id of a book by the name of its file. */
  readonly idOf: (file: string) => string;
  /** Scans the library and waits until that ended, however it did. */
  readonly scan: () => Promise<void>;
}

interface Fixtures {
  /** Signs the browser in as the administrator, who has no preferences yet. */
  readonly signedIn: undefined;
}

/** How long a scan of a handful of books may take on a busy machine. */
const SCAN_MS = 120_000;

/**
 * Playwright's `test` with one server and one scanned shelf for all tests of a worker, and a browser that is signed in.
 * @param environment more of the configuration of the server
 */
export function newScannedTest<Of extends Shelf>(
  makeShelf: () => Promise<Of>,
  environment: Readonly<Record<string, string>> = {},
) {
  return base.extend<Fixtures, { library: ScannedLibrary<Of> }>({
    library: [
      async ({}, use) => {
        await using shelf = await makeShelf();
        await using server = await startServer(['--library', shelf.path], environment);
        await use(await openLibrary(server, shelf));
      },
      { scope: 'worker' },
    ],
    baseURL: async ({ library }, use) => use(library.url),
    signedIn: [
      async ({ page, library }, use) => {
        await forgetPreferences(library);
        await page.request.post('/api/v1/auth/login', { data: ACCOUNT });
        await use(undefined);
      },
      { auto: true },
    ],
  });
}

/** What was preferred in one test would follow to the next. */
async function forgetPreferences({ url, headers }: Pick<ScannedLibrary, 'url' | 'headers'>): Promise<void> {
  const preferences = await call(url, 'listPreferences', { headers });
  for (const { key } of preferences.filter(({ isSet }) => isSet)) {
    await call(url, 'deletePreference', { headers, params: { key } });
  }
}

async function openLibrary<Of extends Shelf>(server: RunningServer, shelf: Of): Promise<ScannedLibrary<Of>> {
  const { url } = server;
  const { access_token: token } = await call(url, 'initializeSetup', { body: ACCOUNT });
  const headers = { authorization: `Bearer ${token}` };
  const list = async () => (await call(url, 'listBooks', { headers, query: { pageSize: 50 } })).data;
  const isDone = ({ analyzed, analysisError }: Awaited<ReturnType<typeof list>>[number]) =>
    analyzed || analysisError !== null;
  await expect.poll(async () => (await list()).filter(isDone).length, { timeout: SCAN_MS }).toBe(shelf.bookCount);
  const ids = new Map((await list()).map(({ path, id }) => [path.split('/').at(-1), id]));
  const [library] = (await call(url, 'listLibraries', { headers })).data;
  if (library === undefined) throw new Error('The server has no library');
  const { id, name } = library;
  // a scan that begins by itself would find what a test is about to look for
  await call(url, 'patchLibrary', { headers, params: { id }, body: { scanningConfig: { watch: 'off' } } });
  const lastScan = async () => call(url, 'getScanStatus', { headers, params: { id } });
  const isOver = async () => !['pending', 'running'].includes((await lastScan()).status);
  const scan = async () => {
    await call(url, 'startScan', { headers, params: { id }, query: { mode: 'normal' } });
    await expect.poll(isOver, { timeout: SCAN_MS }).toBe(true);
  };
  return { server, shelf, url, id, name, headers, scan, idOf: (file) => ids.get(file) ?? '' };
}
