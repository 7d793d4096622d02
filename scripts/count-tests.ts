import { readFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** Lines of what went wrong that are told again at the end, where a log that was cut off still has them. */
const MAX_LINES = 12;

/** How many tests ended how. A runner that failed without naming a test counts as one failed test. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed: the file, then the test where it is known, and below it the first lines of why. */
  readonly failures: readonly string[];
  /** What failed at first and passed when it was repeated, told like failures. */
  readonly unsteady: readonly string[];
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

const PlaywrightTest = z.object({
  results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
});

const PlaywrightSuite = z.object({
  specs: z.array(
    z.object({ file: z.string(), title: z.string(), ok: z.boolean(), tests: z.array(PlaywrightTest).optional() }),
  ),
  get suites() {
    return z.array(PlaywrightSuite).optional();
  },
});

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(PlaywrightSuite),
});

/** @param ok whether the runner itself ended well */
export async function readVitestCounts(file: string, ok: boolean): Promise<Counts> {
  const report = await readReport(file, VitestReport);
  if (report === undefined) return crashed;
  const skipped = report.numPendingTests + report.numTodoTests;
  const failures = report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    // A file that could not be loaded fails without a test of its own.
    if (failed.length === 0 && file.status === 'failed') return [withReasons(file.name, [file.message])];
    return failed.map(({ fullName, failureMessages }) =>
      withReasons(`${file.name}: ${fullName}`, failureMessages ?? []),
    );
  });
  const unsteady = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && (failureMessages ?? []).length > 0)
      .map(({ fullName, failureMessages }) => withReasons(`${name}: ${fullName}`, failureMessages ?? [])),
  );
  return withVerdict({ passed: report.numPassedTests, failed: report.numFailedTests, skipped, failures, unsteady }, ok);
}

/** A test that passed only when repeated counts as passed; `ok` as for `readVitestCounts`. */
export async function readPlaywrightCounts(file: string, ok: boolean): Promise<Counts> {
  const report = await readReport(file, PlaywrightReport);
  if (report === undefined) return crashed;
  const { expected, unexpected, flaky, skipped } = report.stats;
  const told = report.suites.flatMap(unhappyIn);
  const failures = told.filter(({ ok: passed }) => !passed).map(({ words }) => words);
  const unsteady = told.filter(({ ok: passed }) => passed).map(({ words }) => words);
  return withVerdict({ passed: expected + flaky, failed: unexpected, skipped, failures, unsteady }, ok);
}

/** Tests that failed, at the end or at first. */
function unhappyIn({
  specs,
  suites,
}: z.infer<typeof PlaywrightSuite>): { readonly ok: boolean; readonly words: string }[] {
  const own = specs.flatMap(({ ok, file, title, tests = [] }) => {
    const errors = tests.flatMap(({ results }) => results).flatMap((result) => result.errors);
    const reasons = errors.map(({ message }) => message);
    return ok && reasons.length === 0 ? [] : [{ ok, words: withReasons(`${file}: ${title}`, reasons) }];
  });
  return [...own, ...(suites ?? []).flatMap(unhappyIn)];
}

function withReasons(name: string, reasons: readonly (string | undefined)[]): string {
  const lines = reasons.flatMap((reason) => stripVTControlCharacters(reason ?? '').split('\n'));
  const told = lines.filter((line) => line.trim() !== '').slice(0, MAX_LINES);
  return [name, ...told.map((line) => `    ${line}`)].join('\n');
}

/** Adds up what several runners counted. */
export function sumCounts(all: readonly Counts[]): Counts {
  return all.reduce((sum, counts) => ({
    passed: sum.passed + counts.passed,
    failed: sum.failed + counts.failed,
    skipped: sum.skipped + counts.skipped,
    failures: [...sum.failures, ...counts.failures],
    unsteady: [...sum.unsteady, ...counts.unsteady],
  }));
}

const crashed: Counts = { passed: 0, failed: 1, skipped: 0, failures: ['the runner itself'], unsteady: [] };

function withVerdict(counts: Counts, ok: boolean): Counts {
  if (ok || counts.failed > 0) return counts;
  return { ...counts, failed: 1, failures: [...counts.failures, 'something outside of any test'] };
}

async function readReport<Report>(file: string, shape: z.ZodType<Report>): Promise<Report | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return shape.parse(JSON.parse(text));
}
