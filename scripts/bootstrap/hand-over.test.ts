import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const door = JSON.stringify(join(import.meta.dirname, 'hand-over.mjs'));

/** The two ways Node can hand over: replacing itself, and on older ones through a child. */
const ways = [
  ['replacing the process', ''],
  ['through a child', 'process.execve = undefined;'],
] as const;

const handingOver = (prepare: string, script: string): string => `${prepare}
  const { handOver } = await import(${door});
  handOver(process.execPath, ['--eval', ${JSON.stringify(script)}]);`;

/** A process that hands over to one that runs `script`. */
function start(prepare: string, script: string): ChildProcess {
  const args = ['--input-type=module', '--eval', handingOver(prepare, script)];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** The same as npm does it: through a shell that stays. */
function startByShell(prepare: string, script: string): ChildProcess {
  const env = {
    ...process.env,
    npm_lifecycle_event: 'start',
    NODE: process.execPath,
    CODE: handingOver(prepare, script),
  };
  const line = '"$NODE" --input-type=module --eval "$CODE"; exit $?';
  return spawn('/bin/sh', ['-c', line], { stdio: ['ignore', 'pipe', 'inherit'], env });
}

const WAITS = `
  process.once('SIGTERM', () => { console.log('stopping'); clearInterval(timer); process.exitCode = 3; });
  const timer = setInterval(() => {}, 1000);
  console.log('ready');
`;

async function readLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The child has no output');
  const received: unknown[] = await once(child.stdout, 'data');
  return String(received[0]).trim();
}

describe.each(ways)('handing over, %s', (_, prepare) => {
  it('passes the exit code on', async () => {
    const child = start(prepare, 'process.exitCode = 7');
    expect(await once(child, 'exit')).toEqual([7, null]);
  });

  it('passes a request to stop on, and lets it be answered', async () => {
    const child = start(prepare, WAITS);
    expect(await readLine(child)).toBe('ready');
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await readLine(child)).toBe('stopping');
    expect(await ended).toEqual([3, null]);
  });

  it('stops in order when the shell that npm started it with was stopped', async () => {
    const shell = startByShell(prepare, WAITS);
    expect(await readLine(shell)).toBe('ready');
    shell.kill('SIGTERM');
    expect(await readLine(shell)).toBe('stopping');
  });

  it('ends by the signal that ended what it handed over to', async () => {
    const child = start(prepare, `process.kill(process.pid, 'SIGKILL')`);
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  });

  it('puts the folder of the new Node first on the path', async () => {
    const child = start(
      prepare,
      `console.log(process.env.PATH.startsWith(require('node:path').dirname(process.execPath)))`,
    );
    expect(await readLine(child)).toBe('true');
  });
});
