import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled } from './is-installed.mjs';
import { fingerprint, readText, root, say } from './root.mjs';

const modules = join(root, 'node_modules');
const stamp = join(modules, '.lectern-install');

/** Installs exactly package-lock.json, unless node_modules already has it. */
export function installWhenStale() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const wanted = fingerprint([['package-lock.json', lock]]);
  if (readText(stamp) === wanted) return;
  const record = readText(join(modules, '.package-lock.json'));
  if (!isInstalled(lock, record, { os: process.platform, cpu: process.arch, node: process.versions.node })) install();
  remember(wanted);
}

/** Only saves the next start a comparison: failing to write is no reason to stop. */
function remember(wanted) {
  try {
    writeFileSync(stamp, wanted);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}

function install() {
  say(existsSync(modules) ? 'the lock file changed, installing dependencies' : 'installing dependencies, once');
  const started = Date.now();
  // Windows cannot replace a running Node, which may be the one inside node_modules.
  const replacing = process.platform === 'win32' && existsSync(modules);
  const verb = replacing ? ['install', '--no-save'] : ['ci'];
  // The web app is built with development packages, so NODE_ENV=production must not omit them. Warnings concern
  // engines: npm runs on the older Node, the server does not.
  const result = runNpm([
    ...verb,
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
  ]);
  if (result.error !== undefined) throw new Error(`Cannot run npm: ${result.error.message}`);
  if (result.status !== 0) throw new Error('Installing dependencies failed, see the lines of npm above');
  say(`dependencies installed in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function runNpm(args) {
  const cli = process.env.npm_execpath;
  const options = { cwd: root, stdio: ['inherit', 2, 2] };
  if (cli !== undefined && cli.endsWith('npm-cli.js')) {
    return spawnSync(process.env.npm_node_execpath ?? process.execPath, [cli, ...args], options);
  }
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}
