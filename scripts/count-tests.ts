import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** How many tests ended how. A runner that failed without naming a test counts as one failed test. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
});

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

/** @param ok whether the runner itself ended well */
export async function readVitestCounts(file: string, ok: boolean): Promise<Counts> {
  const report = await readReport(file, VitestReport);
  if (report === undefined) return crashed;
  const skipped = report.numPendingTests + report.numTodoTests;
  return withVerdict({ passed: report.numPassedTests, failed: report.numFailedTests, skipped }, ok);
}

/** A test that passed only when repeated counts as passed; `ok` as for `readVitestCounts`. */
export async function readPlaywrightCounts(file: string, ok: boolean): Promise<Counts> {
  const report = await readReport(file, PlaywrightReport);
  if (report === undefined) return crashed;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return withVerdict({ passed: expected + flaky, failed: unexpected, skipped }, ok);
}

/** Adds up what several runners counted. */
export function sumCounts(all: readonly Counts[]): Counts {
  return all.reduce((sum, counts) => ({
    passed: sum.passed + counts.passed,
    failed: sum.failed + counts.failed,
    skipped: sum.skipped + counts.skipped,
  }));
}

const crashed: Counts = { passed: 0, failed: 1, skipped: 0 };

function withVerdict(counts: Counts, ok: boolean): Counts {
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
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
