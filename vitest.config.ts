import { defineConfig } from 'vitest/config';

/** Ends what hangs, and nothing else: the machine may be small, and busy with much else. */
const PATIENCE_MS = 180_000;
const POLL_MS = 60_000;

export default defineConfig({
  test: {
    // Each file has a server and databases of its own.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          testTimeout: PATIENCE_MS,
          expect: { poll: { timeout: POLL_MS } },
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/tests/**/*.test.ts'],
          globalSetup: ['apps/server/tests/_harness/global-setup.ts'],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          expect: { poll: { timeout: POLL_MS } },
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
