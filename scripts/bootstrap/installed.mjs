#!/usr/bin/env node
// The `lectern` command of the npm package. Plain JavaScript, because it runs on any Node from 20: it finds a Node 24,
// and hands over to it.
import { homedir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { handOver } from './hand-over.mjs';
import { findNode } from './node-24.mjs';
import { MAIN, SERVER_FLAGS, serverEnvironment } from './server-process.mjs';

/**
 * Where an installed server keeps its data: the folder that the system has for it. The current folder would give each
 * start another library.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} platform
 * @param {string} home
 */
export function findDataFolder(env, platform, home) {
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'Lectern');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Lectern');
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'lectern');
}

function run() {
  const folder = findDataFolder(process.env, process.platform, homedir());
  const env = { LECTERN_DEFAULT_DATA_DIR: folder, ...process.env };
  handOver(findNode(), [...SERVER_FLAGS, MAIN, ...process.argv.slice(2)], serverEnvironment(env));
}

// npm starts it through a link.
if (import.meta.url === pathToFileURL(realpathSync(process.argv[1] ?? '.')).href) {
  try {
    run();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
