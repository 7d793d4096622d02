import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, listSources, readText, root } from './root.mjs';
import { COMPILED, SERVER_FLAGS, serverEnvironment } from './server-process.mjs';

const LOAD_SERVER = join(root, 'scripts', 'bootstrap', 'load-server.mjs');
const SOURCES = ['apps/server/src', 'packages/contract/src', 'packages/formats/src'];
/** Six seconds of work; a small machine that is busy takes ten times as long. */
const LIMIT_MS = 120_000;

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
  const env = { ...serverEnvironment(process.env), NODE_COMPILE_CACHE: folder };
  const options = { cwd: root, env, stdio: 'ignore', timeout: LIMIT_MS };
  // Node passes over what was compiled under other flags.
  const { status } = spawnSync(node, [...SERVER_FLAGS, LOAD_SERVER], options);
  if (status === 0) writeFileSync(stamp, wanted);
}

/** Node itself compares contents; here sizes and times are enough. */
function fingerprintSources(node) {
  const parts = SOURCES.flatMap((folder) => listSources(join(root, folder)))
    .sort()
    .map((path) => {
      const { size, mtimeMs } = statSync(path);
      return [path, `${size} ${mtimeMs}`];
    });
  return fingerprint([['node', node], ...parts]);
}
