import { writeFile } from 'node:fs/promises';
import { makeReadingShelf } from '../_books/make-reading-shelf.ts';
import { forgetPreferences, newLibraryTest } from '../_books/scanned-test.ts';
import { ACCOUNT } from '../_books/first-steps.ts';
import { newPlaywrightEngine } from './playwright-engine.ts';
import type { Engine, Screen } from './screen.ts';
import { startWebKit } from './webkit-engine.ts';

interface Fixtures {
  /** An empty page of the engine that the project names. */
  readonly guest: Screen;
  /** The same, signed in as the admin with default preferences. */
  readonly reader: Screen;
  /** The same account on a system that prefers dark colours. */
  readonly nightReader: Screen;
}

const WHY_NOT = { firefox: 'LECTERN_TEST_NO_FIREFOX', webkit: 'LECTERN_TEST_NO_WEBKIT' } as const;

/** Signs in from inside the page, which keeps the cookie. */
async function signIn(account: typeof ACCOUNT): Promise<void> {
  const answer = await fetch('/api/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
}

async function openSignedIn(screen: Screen, url: string): Promise<void> {
  // No page of the app: what it does at a sign-in would break off the next visit.
  await screen.goto(`${url}/look.js`);
  await screen.run(signIn, ACCOUNT);
}

async function keepPicture(screen: Screen, path: string): Promise<void> {
  await writeFile(path, await screen.takePicture());
}

/** A test that runs in each engine. */
export const test = newLibraryTest(makeReadingShelf).extend<Fixtures, { engine: Engine }>({
  engine: [
    async ({ playwright, browserName, launchOptions }, use, { project }) => {
      await using engine =
        project.name === 'webkit'
          ? await startWebKit(process.env['LECTERN_TEST_WEBKIT'] ?? 'WebKitWebDriver')
          : newPlaywrightEngine(browserName, async (options) =>
              playwright[browserName].launch({ ...launchOptions, ...options }),
            );
      await use(engine);
    },
    { scope: 'worker' },
  ],
  guest: async ({ engine }, use, info) => {
    await using screen = await engine.openScreen('light');
    await use(screen);
    if (info.status !== info.expectedStatus) await keepPicture(screen, info.outputPath('screen.png'));
  },
  reader: async ({ guest: screen, library }, use) => {
    await forgetPreferences(library);
    await openSignedIn(screen, library.url);
    await use(screen);
  },
  nightReader: async ({ engine, library }, use, info) => {
    await using screen = await engine.openScreen('dark');
    await openSignedIn(screen, library.url);
    await use(screen);
    if (info.status !== info.expectedStatus) await keepPicture(screen, info.outputPath('night.png'));
  },
});

test.beforeEach(({}, { project }) => {
  const why = Object.entries(WHY_NOT).find(([name]) => name === project.name)?.[1];
  const reason = why === undefined ? undefined : process.env[why];
  test.skip(reason !== undefined, `not run: ${reason ?? ''}`);
});

export { expect } from '@playwright/test';
