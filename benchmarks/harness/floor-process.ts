import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { freePort } from './server-process.ts';

const FLOORS = resolve(import.meta.dirname, '../floors');

/** Starts a floor server in its own process. */
export async function startFloor(
  script: string,
  file: string,
): Promise<{ readonly url: string; readonly pid: number } & AsyncDisposable> {
  const port = await freePort();
  const child = spawn(process.execPath, [resolve(FLOORS, script), file, String(port)], { stdio: 'inherit' });
  const url = `http://127.0.0.1:${String(port)}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${String(child.exitCode)}`);
    try {
      await fetch(url);
      break;
    } catch {
      await new Promise((wake) => setTimeout(wake, 10));
    }
  }
  return {
    url,
    pid: child.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** Runs a floor script; wall seconds. */
export function runFloor(script: string, args: readonly string[]): number {
  return runCommand(process.execPath, [resolve(FLOORS, script), ...args]);
}

/** Runs a command; wall seconds. */
export function runCommand(command: string, args: readonly string[]): number {
  const begin = performance.now();
  const { status, stderr } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${command} ended with ${String(status)}: ${stderr.toString()}`);
  return (performance.now() - begin) / 1000;
}

/** CPU seconds of a floor script. */
export function measureFloorCpu(script: string, args: readonly string[]): number {
  const { stderr } = spawnSync('bash', [
    '-c',
    `TIMEFORMAT='%U %S'; time "$0" "$@" >/dev/null`,
    process.execPath,
    resolve(FLOORS, script),
    ...args,
  ]);
  const [user = '0', system = '0'] = stderr.toString().trim().split('\n').at(-1)?.split(' ') ?? [];
  return Number(user) + Number(system);
}
