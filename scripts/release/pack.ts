import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OUT, stagePackage } from './stage.ts';

/** Output of an npm command in a folder; npm's own script where npm started this process, for Windows. */
export function runNpm(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = process.env): string {
  const cli = process.env['npm_execpath'];
  const [command, first] = cli?.endsWith('npm-cli.js') === true ? [process.execPath, [cli]] : ['npm', []];
  const { status, stdout, stderr, error } = spawnSync(command, [...first, ...args], { cwd, env, encoding: 'utf8' });
  if (error !== undefined) throw new Error(`Cannot run npm: ${error.message}`);
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${stderr}`);
  return stdout;
}

/** Packs the installable package. @returns the absolute path of its archive */
export async function packPackage(into: string = OUT): Promise<string> {
  const folder = join(into, 'package');
  await stagePackage(folder);
  await mkdir(into, { recursive: true });
  const name = runNpm(['pack', '--silent', '--pack-destination', into], folder).trim();
  return join(into, name);
}
