import { spawnSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fingerprint, listSources, readText, root, say } from './root.mjs';

/**
 * Runs a bundler, unless its result was made from the same sources, packages and Node. Compares sizes and times of the
 * sources: reading them would cost every start 50 ms.
 * @param {object} build
 * @param {string} build.name what is built, as the operator reads it
 * @param {string[]} build.sources folders below the repository
 * @param {string} build.into folder that the bundler writes
 * @param {string[]} build.command arguments of Node
 * @param {string} build.cwd
 * @param {string} node absolute path of the Node that runs the bundler
 */
export function buildWhenStale({ name, sources, into, command, cwd }, node) {
  const stamp = join(into, '.lectern-build');
  const wanted = fingerprintSources(sources);
  if (readText(stamp) === wanted) return;
  say(`building ${name}`);
  const started = Date.now();
  const result = spawnSync(node, command, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (result.status !== 0) {
    const said = result.error?.message ?? `${result.stdout}${result.stderr}`;
    throw new Error(`Building ${name} failed:\n${said}`);
  }
  writeFileSync(stamp, wanted);
  say(`${name} built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function fingerprintSources(folders) {
  const files = [...folders.flatMap((folder) => listSources(join(root, folder))), join(root, 'package-lock.json')];
  return fingerprint(
    files.sort().map((path) => {
      const { size, mtimeMs } = statSync(path);
      return [relative(root, path), `${size} ${mtimeMs}`];
    }),
  );
}
