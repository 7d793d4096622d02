import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPlaywrightCounts, readVitestCounts, sumCounts } from './count-tests.ts';

interface Report extends AsyncDisposable {
  readonly path: string;
}

async function writeReport(content: object): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-counts-'));
  const path = join(folder, 'report.json');
  await writeFile(path, JSON.stringify(content));
  return { path, [Symbol.asyncDispose]: async () => rm(folder, { recursive: true }) };
}

const vitest = {
  numPassedTests: 5,
  numFailedTests: 2,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [
    {
      name: 'one.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'a works', failureMessages: [] },
        { status: 'passed', fullName: 'c works at last', failureMessages: ['too slow'] },
        { status: 'failed', fullName: 'a fails', failureMessages: ['\u001B[31mexpected 1\u001B[39m\n\n  to be 2'] },
        { status: 'failed', fullName: 'b fails' },
      ],
    },
  ],
};

const playwright = {
  stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 },
  suites: [
    {
      specs: [
        { file: 'open.e2e.ts', title: 'opens', ok: true, tests: [{ results: [{ errors: [] }] }] },
        {
          ...{ file: 'open.e2e.ts', title: 'opens at last', ok: true },
          tests: [{ results: [{ errors: [{ message: 'nothing opened' }] }, { errors: [] }] }],
        },
      ],
      suites: [
        {
          specs: [
            {
              ...{ file: 'open.e2e.ts', title: 'closes', ok: false },
              tests: [{ results: [{ errors: [{ message: 'nothing closed' }] }] }],
            },
          ],
        },
      ],
    },
  ],
};

describe('the count of tests', () => {
  it('reads what each runner reports', async () => {
    await using unit = await writeReport(vitest);
    await using browser = await writeReport(playwright);
    expect(await readVitestCounts(unit.path, false)).toEqual({
      passed: 5,
      failed: 2,
      skipped: 2,
      failures: ['one.test.ts: a fails\n    expected 1\n      to be 2', 'one.test.ts: b fails'],
      unsteady: ['one.test.ts: c works at last\n    too slow'],
    });
    expect(await readPlaywrightCounts(browser.path, false)).toEqual({
      passed: 4,
      failed: 1,
      skipped: 0,
      failures: ['open.e2e.ts: closes\n    nothing closed'],
      unsteady: ['open.e2e.ts: opens at last\n    nothing opened'],
    });
  });

  it('shows a failure when the runner failed outside of any test', async () => {
    await using report = await writeReport({ ...vitest, numFailedTests: 0, testResults: [] });
    expect((await readVitestCounts(report.path, false)).failed).toBe(1);
    expect((await readVitestCounts(report.path, true)).failed).toBe(0);
  });

  it('names a file that could not be loaded', async () => {
    const testResults = [{ name: 'broken.test.ts', status: 'failed', assertionResults: [] }];
    await using report = await writeReport({ ...vitest, testResults });
    expect((await readVitestCounts(report.path, false)).failures).toEqual(['broken.test.ts']);
  });

  it('shows a failure when the runner left no report', async () => {
    expect(await readVitestCounts(join(tmpdir(), 'lectern-no-such-report'), true)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: ['the runner itself'],
      unsteady: [],
    });
  });

  it('adds up', () => {
    const one = { passed: 1, failed: 2, skipped: 3, failures: ['a'], unsteady: ['b'] };
    expect(sumCounts([one, one])).toEqual({
      passed: 2,
      failed: 4,
      skipped: 6,
      failures: ['a', 'a'],
      unsteady: ['b', 'b'],
    });
  });
});
