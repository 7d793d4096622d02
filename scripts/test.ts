/** `npm test [-- unit|server|browser [ARGUMENTS…]]`: runs the tests and ends with one line that counts them all. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServerWhenStale } from './bootstrap/build-server.mjs';
import { readPlaywrightCounts, readVitestCounts, sumCounts, type Counts } from './count-tests.ts';
import { ensureChromium } from './find-chromium.ts';
import { findEngines } from './find-engines.ts';
import { findProxies } from './find-proxies.ts';
import { runTool } from './run-tool.ts';

const root = join(import.meta.dirname, '..');

/** Ends a runner that hangs. A machine whose processors are lent out takes several times as long as an idle one. */
const LIMIT_MS = 80 * 60_000;

/** Projects of the test runner that each part is. */
const PROJECTS = { unit: ['unit', 'unit-alone'], server: ['server'], alone: ['server-alone'] } as const;

const NONE: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [] };

/** What could not be had on this machine. */
const notRun: string[] = [];

interface Run {
  readonly script: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a test runner to its end, its output going where ours goes; true when it was content. */
async function runToEnd({ script, args, ...run }: Run): Promise<boolean> {
  const command = [join(root, 'node_modules', script), ...args];
  const { ok } = await runTool({ ...run, command, limitMs: LIMIT_MS, isQuiet: false });
  return ok;
}

async function runVitest(projects: readonly string[], args: readonly string[], folder: string): Promise<Counts> {
  const file = join(folder, `${projects.join('-')}.json`);
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const ok = await runToEnd({
    script: 'vitest/vitest.mjs',
    args: ['run', '--passWithNoTests', ...chosen, ...reporters, ...args],
    cwd: root,
  });
  // A filter may leave a project without tests, and then without a report.
  if (ok && !existsSync(file)) return NONE;
  return readVitestCounts(file, ok);
}

/** @param chromium as `ensureChromium` found it */
async function runPlaywright(chromium: string | undefined, args: readonly string[], folder: string): Promise<Counts> {
  findProxies();
  notRun.push(...findEngines());
  const file = join(folder, 'playwright.json');
  // Every file starts servers.
  buildServerWhenStale(process.execPath);
  const ok = await runToEnd({
    script: '@playwright/test/cli.js',
    args: ['test', '--reporter=list,json', ...args],
    cwd: join(root, 'apps/web'),
    env: {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      ...(chromium === undefined ? {} : { LECTERN_TEST_CHROMIUM: chromium }),
    },
  });
  return readPlaywrightCounts(file, ok);
}

/** Tests with a server. Those that need sources of their own come after the others: each run has one PostgreSQL. */
async function runServerTests(projects: readonly string[], args: readonly string[], folder: string): Promise<Counts> {
  findProxies();
  const counts = await runVitest(projects, args, folder);
  return sumCounts([counts, await runVitest(PROJECTS.alone, args, folder)]);
}

async function runPart(part: string | undefined, args: readonly string[], folder: string): Promise<Counts> {
  switch (part) {
    case undefined: {
      // First, so that a machine on which they cannot run says so at once.
      const chromium = ensureChromium();
      const counts = await runServerTests([...PROJECTS.unit, ...PROJECTS.server], [], folder);
      return sumCounts([counts, await runPlaywright(chromium, [], folder)]);
    }
    case 'unit':
      return runVitest(PROJECTS.unit, args, folder);
    case 'server':
      return runServerTests(PROJECTS.server, args, folder);
    case 'browser':
      return runPlaywright(ensureChromium(), args, folder);
    default:
      throw new Error(`Unknown part "${part}", expected unit, server or browser`);
  }
}

const folder = await mkdtemp(join(tmpdir(), 'lectern-test-counts-'));
try {
  const [part, ...args] = process.argv.slice(2);
  const counts = await runPart(part, args, folder);
  const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`;
  if (counts.unsteady.length > 0) console.log(['\nPassed only when repeated:', ...counts.unsteady].join('\n  '));
  if (counts.failures.length > 0) console.log(['\nFailed:', ...counts.failures].join('\n  '));
  if (notRun.length > 0) console.log(['', ...notRun].join('\n'));
  console.log(`\n${counts.passed} passed, ${counts.failed} failed${skipped}`);
  const ran = counts.passed + counts.failed + counts.skipped;
  if (ran === 0) throw new Error(`No test matches: ${args.join(' ')}`);
  process.exitCode = counts.failed === 0 && counts.unsteady.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}
