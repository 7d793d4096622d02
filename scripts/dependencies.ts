/**
 * `npm run check -- dependencies`: reviews `package-lock.json`, without the network. Known vulnerabilities are told by `npm run
 * audit`, which asks the registry.
 */
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Asked, listLockedPackages, Lock } from './lock-file.ts';
import { reviewDependencies } from './review-dependencies.ts';

const ROOT = dirname(import.meta.dirname);

async function read(path: string): Promise<string> {
  return readFile(join(ROOT, path), 'utf8');
}

async function readManifests(): Promise<ReadonlyMap<string, Asked>> {
  const manifests = new Map<string, Asked>();
  for await (const path of glob(['package.json', '{apps,packages}/*/package.json'], { cwd: ROOT })) {
    const folder = dirname(path).replaceAll('\\', '/');
    manifests.set(folder === '.' ? '' : folder, Asked.parse(JSON.parse(await read(path))));
  }
  return manifests;
}

const lock = Lock.parse(JSON.parse(await read('package-lock.json')));
const problems = reviewDependencies({
  lock,
  manifests: await readManifests(),
  decision: await read('docs/decisions/0001-dependencies.md'),
  npmSettings: await read('.npmrc'),
});
for (const problem of problems) console.log(`dependencies: ${problem}`);
console.log(`dependencies: ${String(problems.length)} problems in ${String(listLockedPackages(lock).length)} packages`);
process.exitCode = problems.length === 0 ? 0 : 1;
