import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const asRoot = process.getuid?.() === 0;
const chromium = process.env['LECTERN_TEST_CHROMIUM'];
const traced = process.env['LECTERN_TEST_TRACE'];

/** Nothing a browser does for its own maker: tests run on machines without a network. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Parts of Chromium that no page needs. The two suggestion windows below the invisible address bar are web pages of
 * their own, and loading them for every page of a test takes longer than many a page of ours; so does a process that is kept
 * for a page to come. The others are what Playwright itself leaves out: Chromium follows the last list it is given.
 */
const LEFT_OUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Files that take half a minute or more. */
const LONG = /\/(covers|formats|lists|metadata|reader|reader-text|settings|maintenance)\.e2e\.ts$/;

/** Journeys that run in each engine. */
const ENGINES = /\/engines\.e2e\.ts$/;

/** Firefox as the machine has it: Playwright drives it through WebDriver BiDi. */
const FIREFOX = {
  browserName: 'firefox',
  launchOptions: {
    channel: 'moz-firefox',
    executablePath: join(import.meta.dirname, 'e2e/_engines/firefox-relay.mjs'),
  },
} as const;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // Two cores may be shared with much else, which then makes all that a test waits for ten times as slow.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  // One more than processors on a small machine: a test waits for its page and its server for a good part of its time.
  workers: 3,
  // as in vitest.config.ts
  retries: Number(process.env['LECTERN_TEST_RETRIES'] ?? 0),
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    // A click that cannot succeed fails with its own words, long before the test runs out of time.
    actionTimeout: 120_000,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Playwright sees no request that a service worker answers; the tests of offline use allow it.
    serviceWorkers: 'block',
    // A trace is recorded of every test, whether it fails or not: pictures and the words on the page tell most of it.
    trace: traced === undefined || traced === '' ? 'off' : 'on',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: [...QUIET, `--disable-features=${LEFT_OUT.join(',')}`, ...(asRoot ? ['--no-sandbox'] : [])],
      ...(chromium === undefined || chromium === '' ? {} : { executablePath: chromium }),
    },
  },
  // Begins with the files that take long: at the end, all others would wait for the last of them with nothing to do.
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'firefox', testMatch: ENGINES, use: FIREFOX },
    { name: 'webkit', testMatch: ENGINES },
    { name: 'chromium', testMatch: ENGINES },
    { name: 'short', testIgnore: [LONG, ENGINES] },
  ],
});
