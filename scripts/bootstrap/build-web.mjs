import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fingerprint, readText, root, say } from './root.mjs';

const web = join(root, 'apps', 'web');
const stamp = join(web, 'dist', '.lectern-build');

/** What the built web app depends on, besides the installed packages. */
const SOURCES = ['apps/web', 'packages/contract'];
const NOT_SOURCES = new Set(['dist', 'e2e', 'node_modules', 'test-results', 'playwright-report']);

/** Builds the web app, unless the one in apps/web/dist was built from the same sources and packages. */
export function buildWebWhenStale(node) {
  const wanted = fingerprintSources();
  if (readText(stamp) === wanted) return;
  say('building the web app');
  const started = Date.now();
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const result = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], {
    cwd: web,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (result.status !== 0) {
    const said = result.error?.message ?? `${result.stdout}${result.stderr}`;
    throw new Error(`Building the web app failed:\n${said}`);
  }
  writeFileSync(stamp, wanted);
  say(`web app built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function fingerprintSources() {
  const files = SOURCES.flatMap((folder) => listFiles(join(root, folder))).sort();
  const contents = files.map((file) => [relative(root, file), readFileSync(file)]);
  return fingerprint([...contents, ['package-lock.json', readFileSync(join(root, 'package-lock.json'))]]);
}

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_SOURCES.has(entry.name) || /[.]test[.]tsx?$/.test(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}
