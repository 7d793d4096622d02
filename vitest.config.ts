import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { words } from './apps/web/plugins/words.ts';

/** Ends what hangs, and nothing else: the machine may be small, and busy with much else. */
const PATIENCE_MS = 300_000;
const POLL_MS = 60_000;

/** Set by `.ci/run`: how often a test that failed is repeated. What then passes is named at the end of the run. */
const RETRIES = Number(process.env['LECTERN_TEST_RETRIES'] ?? 0);

/**
 * A test makes a server and lets it go: with a nursery of 1 MB that grows to 16 most of that is moved several times before it is
 * garbage, and what moves it takes the other processor's time too.
 */
const NURSERY = ['--min-semi-space-size=16', '--max-semi-space-size=64'];

/** What measures the memory of its own process, loads sources a second time, or puts a made-up part in place of one of ours. */
const ALONE = [
  'packages/formats/src/bombs.test.ts',
  'packages/contract/src/first-screen.test.ts',
  'apps/web/src/features/libraries/dialog/made-up-format.test.ts',
];

/** What puts a made-up part in place of one of ours, which needs sources that no other file has loaded. */
const SERVER_ALONE = [
  'apps/server/tests/scanning/made-up-format.test.ts',
  'apps/server/tests/metadata/made-up-field.test.ts',
];

/** Files that take half a minute, however short they are. */
const LONG =
  /\/(access-table|bombs|cli|corpus|[a-z-]*kill|restore-rounds|[a-z-]*leaks|opds1|scan-identity|sight-model|task-processes)\.test\.ts$/;

/** Begins with the files that take long: at the end, all others would wait for the last of them with nothing to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(LONG.test(other.moduleId)) - Number(LONG.test(one.moduleId)));
  }
}

export default defineConfig({
  test: {
    maxWorkers: '100%',
    retry: RETRIES,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [words()],
        test: {
          name: 'unit',
          setupFiles: ['apps/web/plugins/english.ts'],
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ALONE,
          // No file leaves anything behind: loading the sources anew for each would cost more than most tests.
          isolate: false,
          testTimeout: PATIENCE_MS,
          expect: { poll: { timeout: POLL_MS } },
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [words()],
        test: {
          name: 'unit-alone',
          setupFiles: ['apps/web/plugins/english.ts'],
          include: ALONE,
          testTimeout: PATIENCE_MS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/tests/**/*.test.ts'],
          exclude: SERVER_ALONE,
          globalSetup: ['apps/server/tests/_harness/global-setup.ts'],
          // Every test has a server and databases of its own.
          isolate: false,
          execArgv: NURSERY,
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          expect: { poll: { timeout: POLL_MS } },
          // Processors have nothing to do while a test waits for a database, a poll or a process that starts.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'server-alone',
          include: SERVER_ALONE,
          globalSetup: ['apps/server/tests/_harness/global-setup.ts'],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          expect: { poll: { timeout: POLL_MS } },
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
