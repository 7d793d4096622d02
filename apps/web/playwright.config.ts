import { defineConfig } from '@playwright/test';

const asRoot = process.getuid?.() === 0;
const chromium = process.env['LECTERN_TEST_CHROMIUM'];

/** Nothing a browser does for its own maker: tests run on machines without a network. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // Two cores may be shared with much else.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
    launchOptions: {
      args: [...QUIET, ...(asRoot ? ['--no-sandbox'] : [])],
      ...(chromium === undefined || chromium === '' ? {} : { executablePath: chromium }),
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    {
      // only where the size of the screen or touch matters
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
  ],
});
