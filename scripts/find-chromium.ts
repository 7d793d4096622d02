import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first has no windows: tests take a fifth less processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Debian packages, the better one first; releases before 12 have only the other. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

const root = join(import.meta.dirname, '..');

/**
 * Finds a Chromium for browser tests: LECTERN_TEST_CHROMIUM, one on the machine, or one installed now (from Debian, or
 * Playwright's own).
 * @returns its path, or undefined for Playwright's own
 * @throws {Error} none exists and none could be installed
 */
export function ensureChromium(): string | undefined {
  const named = process.env['LECTERN_TEST_CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (runs(named)) return named;
    throw new Error(`LECTERN_TEST_CHROMIUM names "${named}", which does not run`);
  }
  const found = findOnMachine();
  if (found !== undefined) return found;
  if (installFromDebian()) {
    const installed = findOnMachine();
    if (installed !== undefined) return installed;
  }
  if (installFromPlaywright()) return undefined;
  throw new Error(
    'The browser tests need a Chromium. Install the package "chromium" of your system, or set LECTERN_TEST_CHROMIUM to ' +
      'the path of a Chromium or Chrome. `npm test -- unit` and `npm test -- server` run without one',
  );
}

function findOnMachine(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, MAC].find((path) => existsSync(path) && runs(path));
}

/** Some systems have a script on PATH that only explains the installation. */
function runs(path: string): boolean {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

function installFromDebian(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log('test: installing Chromium from the packages of the system');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (...args: string[]): boolean => {
    const result = spawnSync('/usr/bin/apt-get', ['-qq', ...args], { env, encoding: 'utf8' });
    if (result.status !== 0) console.log(`${result.stdout}${result.stderr}`);
    return result.status === 0;
  };
  // Without a fresh list, an old one may have Chromium.
  aptGet('update');
  return PACKAGES.some((name) => aptGet('install', '-y', '--no-install-recommends', name, 'fonts-dejavu-core'));
}

function installFromPlaywright(): boolean {
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  return spawnSync(process.execPath, [cli, 'install', '--only-shell', 'chromium'], { stdio: 'inherit' }).status === 0;
}
