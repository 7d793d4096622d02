import { basename } from 'node:path';
import { call } from '@lectern/contract/client';
import { test as base, expect } from '@playwright/test';
import { type RunningServer, startServer } from '../_harness/server.ts';
import { ACCOUNT } from './first-steps.ts';

/** A book folder on the server's disk. Disposing deletes it. */
interface Shelf extends AsyncDisposable {
  readonly path: string;
  readonly bookCount: number;
}

/** A server with one library, a scanned shelf. */
export interface ScannedLibrary<Of extends Shelf = Shelf> {
  readonly server: RunningServer;
  readonly shelf: Of;
  readonly url: string;
  readonly id: string;
  readonly name: string;
  /** Authorisation of the admin. */
  readonly headers: { readonly authorization: string };
  /** Book id by file name. */
  readonly getBookId: (file: string) => string;
  /** Scans the library after a scan that runs, and waits until the scan ends, successfully or not. */
  readonly scan: () => Promise<void>;
}

interface Fixtures {
  /** Signs the browser in as the admin, with default preferences. */
  readonly signedIn: undefined;
}

/** Time limit of a scan of a few books on a busy machine. */
const SCAN_MS = 120_000;

/**
 * A test with one server and one scanned shelf per worker.
 * @param environment extra server configuration
 */
export function newLibraryTest<Of extends Shelf>(
  makeShelf: () => Promise<Of>,
  environment: Readonly<Record<string, string>> = {},
) {
  return base.extend<object, { library: ScannedLibrary<Of> }>({
    library: [
      async ({}, use) => {
        await using shelf = await makeShelf();
        await using server = await startServer([], environment);
        await use(await openLibrary(server, shelf));
      },
      { scope: 'worker' },
    ],
  });
}

/** The same with a signed-in browser. */
export function newScannedTest<Of extends Shelf>(
  makeShelf: () => Promise<Of>,
  environment: Readonly<Record<string, string>> = {},
) {
  return newLibraryTest(makeShelf, environment).extend<Fixtures>({
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

/** Preferences of one test must not affect the next. */
export async function forgetPreferences({ url, headers }: Pick<ScannedLibrary, 'url' | 'headers'>): Promise<void> {
  const preferences = await call(url, 'listPreferences', { headers });
  for (const { key } of preferences.filter(({ isSet }) => isSet)) {
    await call(url, 'deletePreference', { headers, params: { key } });
  }
}

async function openLibrary<Of extends Shelf>(server: RunningServer, shelf: Of): Promise<ScannedLibrary<Of>> {
  const { url } = server;
  const { access_token: token } = await call(url, 'initializeSetup', { body: ACCOUNT });
  const headers = { authorization: `Bearer ${token}` };
  // `--library` would guess its kind, within a time that a busy machine may not have.
  const name = basename(shelf.path);
  const { id } = await call(url, 'createLibrary', { headers, body: { name, path: shelf.path, scanImmediately: true } });
  const list = async () => (await call(url, 'listBooks', { headers, query: { pageSize: 50 } })).data;
  const isDone = ({ analyzed, analysisError }: Awaited<ReturnType<typeof list>>[number]) =>
    analyzed || analysisError !== null;
  await expect.poll(async () => (await list()).filter(isDone).length, { timeout: SCAN_MS }).toBe(shelf.bookCount);
  const ids = new Map((await list()).map(({ path, id }) => [path.split('/').at(-1), id]));
  // automatic scans would find changes before the test looks for them
  await call(url, 'patchLibrary', { headers, params: { id }, body: { scanningConfig: { watch: 'off' } } });
  const lastScan = async () => call(url, 'getScanStatus', { headers, params: { id } });
  const isOver = async () => !['pending', 'running'].includes((await lastScan()).status);
  const waitForScan = async () => expect.poll(isOver, { timeout: SCAN_MS }).toBe(true);
  // The scan may end later than the analysis of its books, and refuses another until then.
  await waitForScan();
  const scan = async () => {
    await waitForScan();
    await call(url, 'startScan', { headers, params: { id }, query: { mode: 'normal' } });
    await waitForScan();
  };
  return { server, shelf, url, id, name, headers, scan, getBookId: (file) => ids.get(file) ?? '' };
}
