import { chmod, cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runTool } from '../run-tool.ts';
import { makeManifest } from './manifest.ts';
import { makeShrinkwrap } from './shrinkwrap.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Where packages and the files of a release are written. */
export const OUT = join(ROOT, 'dist');

/** Of the repository, at the same places: paths between them hold in the package as well. */
const FILES = [
  'LICENSE',
  'NOTICE',
  'README.md',
  'scripts/bootstrap/follow-parent.mjs',
  'scripts/bootstrap/hand-over.mjs',
  'scripts/bootstrap/installed.mjs',
  'scripts/bootstrap/node-24.mjs',
  'scripts/bootstrap/root.mjs',
  'scripts/bootstrap/server-process.mjs',
];
const FOLDERS = ['apps/server/dist/lectern', 'apps/web/dist'];
const LIMIT_MS = 5 * 60_000;

/** Source maps are larger than all else: traces are readable without them. */
function isShipped(path: string): boolean {
  return !path.endsWith('.map') && !path.endsWith('.lectern-build');
}

async function copyText(path: string, into: string): Promise<void> {
  const text = await readFile(join(ROOT, path), 'utf8');
  await writeFile(join(into, path), text.replaceAll(/^\/\/# sourceMappingURL=.*$/gm, ''));
}

/** Types of the API, as other programs import them from `lectern/contract`. */
async function writeTypes(into: string): Promise<void> {
  const flags = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--incremental', 'false'];
  const project = ['-p', 'packages/contract', '--rootDir', 'packages/contract/src'];
  const command = [join(ROOT, 'node_modules/typescript-7/bin/tsc'), ...project, ...flags, '--outDir', into];
  const { ok, output } = await runTool({ command, cwd: ROOT, limitMs: LIMIT_MS, isQuiet: true });
  if (!ok) throw new Error(`The types of the contract could not be written:\n${output}`);
  for await (const path of glob('**/*.test.d.ts', { cwd: into })) await rm(join(into, path));
  for await (const path of glob('**/*.d.ts', { cwd: into })) {
    const text = await readFile(join(into, path), 'utf8');
    await writeFile(join(into, path), text.replaceAll(/(['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
  }
}

/**
 * Writes the content of the package to a folder, which is emptied first. Server and web app are built.
 * @param into absolute
 */
export async function stagePackage(into: string): Promise<void> {
  await rm(into, { recursive: true, force: true });
  for (const folder of FOLDERS) {
    await cp(join(ROOT, folder), join(into, folder), { recursive: true, filter: isShipped });
  }
  for (const file of FILES) {
    await mkdir(dirname(join(into, file)), { recursive: true });
    await cp(join(ROOT, file), join(into, file));
  }
  for await (const path of glob('apps/server/dist/lectern/*.js', { cwd: ROOT })) await copyText(path, into);
  await chmod(join(into, 'scripts/bootstrap/installed.mjs'), 0o755);
  await writeTypes(join(into, 'packages/contract/types'));
  await writeFile(join(into, 'package.json'), `${JSON.stringify(makeManifest(), null, 2)}\n`);
  await writeFile(join(into, 'npm-shrinkwrap.json'), `${JSON.stringify(makeShrinkwrap(), null, 2)}\n`);
}
