import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, readText, root } from './root.mjs';
import { COMPILED, serverEnvironment } from './server-process.mjs';

const SOURCES = ['apps/server/src', 'packages/contract/src', 'packages/formats/src'];
/** What the server loads when it starts, and what its threads load. */
const ENTRIES = ['main.ts', 'cli/serve.ts', 'files/book-worker.ts', 'files/unpack-worker.ts', 'files/walk-worker.ts'];
const LIMIT_MS = 60_000;

/**
 * Has Node compile the server's sources, unless it did since they changed: the server then starts in half the time and
 * without the compiler in memory. It runs as well without: nothing is done where nothing can be kept, and no failure matters.
 * @param {string} node
 * @param {string} folder where it is kept
 */
export function compileServerWhenStale(node, folder = COMPILED) {
  if (process.env.NODE_COMPILE_CACHE !== undefined || process.env.NODE_DISABLE_COMPILE_CACHE !== undefined) return;
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    compile(node, folder);
  } catch (error) {
    // A disk that is read-only, full or somebody else's.
    if (typeof error.code !== 'string') throw error;
  }
}

function compile(node, folder) {
  const stamp = join(folder, '.lectern-sources');
  const wanted = fingerprintSources(node);
  if (readText(stamp) === wanted) return;
  const addresses = ENTRIES.map((entry) => new URL(`../../apps/server/src/${entry}`, import.meta.url).href);
  // In turn, so that what one of them cannot load leaves the others compiled. The command itself only tells its version.
  const loads = addresses.map((address) => `await import(${JSON.stringify(address)}).catch(() => undefined);`);
  const code = `process.argv = ['node', 'lectern', '--version'];${loads.join('')}`;
  const env = { ...serverEnvironment(process.env), NODE_COMPILE_CACHE: folder };
  const options = { cwd: root, env, stdio: 'ignore', timeout: LIMIT_MS };
  const { status } = spawnSync(node, ['--input-type=module', '--eval', code], options);
  if (status === 0) writeFileSync(stamp, wanted);
}

/** Node itself compares contents; here sizes and times are enough. */
function fingerprintSources(node) {
  const parts = SOURCES.flatMap((folder) => listFiles(join(root, folder)))
    .sort()
    .map((path) => {
      const { size, mtimeMs } = statSync(path);
      return [path, `${size} ${mtimeMs}`];
    });
  return fingerprint([['node', node], ...parts]);
}

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path);
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts') ? [path] : [];
  });
}
