import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { MAIN, SERVER_FLAGS, serverEnvironment } from '../../../../scripts/bootstrap/server-process.mjs';
import type { Home } from './home.ts';

/** A command of Lectern that runs in a process of its own. */
export interface RunningCommand {
  readonly process: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
}

/** Starts `lectern COMMAND …` on the data of a home. */
export function startCommand(home: Home, args: readonly string[]): RunningCommand {
  const database = home.databaseUrl === undefined ? [] : ['--database-url', home.databaseUrl];
  const all = [...args, '--data-dir', home.dataDir, '--log-level', 'warn', ...database];
  const child = spawn(process.execPath, [...SERVER_FLAGS, MAIN, ...all], {
    env: serverEnvironment({ HOME: tmpdir() }),
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<Awaited<RunningCommand['ended']>>((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
  return { process: child, ended };
}
