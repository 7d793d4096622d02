import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAIN, SERVER_FLAGS, serverEnvironment } from '../../../../scripts/bootstrap/server-process.mjs';
import type { Home } from './home.ts';

/** A real server in a process of its own, as an operator starts it. Disposing kills it. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  /** Ends it as a power cut would, and waits until it is gone. */
  readonly kill: () => Promise<void>;
  /** Asks it to stop, as an operator does, and waits until it is gone. */
  readonly stop: () => Promise<void>;
  /** The most memory it ever had, in bytes, and the descriptors it has open; undefined where the system does not tell. */
  readonly usage: () => { readonly peakBytes: number; readonly openFiles: number } | undefined;
  /** The lines that it wrote so far; one of which only a part has come is none yet. */
  readonly output: () => string;
}

/** Tests ask more than people do. */
const NO_LIMITS = {
  LECTERN_RATE_LIMIT_ANONYMOUS_RPS: '1000000',
  LECTERN_RATE_LIMIT_ANONYMOUS_BURST: '1000000',
  LECTERN_RATE_LIMIT_AUTHENTICATED_RPS: '1000000',
  LECTERN_RATE_LIMIT_AUTHENTICATED_BURST: '1000000',
};

const PATIENCE_MS = 120_000;

function readUsage(child: ChildProcess): { readonly peakBytes: number; readonly openFiles: number } | undefined {
  if (process.platform !== 'linux' || child.pid === undefined) return undefined;
  const folder = `/proc/${String(child.pid)}`;
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`${folder}/status`, 'utf8'))?.[1];
  return { peakBytes: Number(peak) * 1024, openFiles: readdirSync(`${folder}/fd`).length };
}

/** What a test may say about its server. */
export interface ProcessOptions {
  readonly logLevel?: 'warn' | 'info' | 'trace';
  /** Environment variables on top of those that every test has. */
  readonly env?: Readonly<Record<string, string>>;
  /** Absolute path of the program; the bundle unless given. */
  readonly main?: string;
}

/** Starts `lectern serve` on the data of a home. Folders are not watched unless the environment says so. */
export async function startServerProcess(home: Home, options: ProcessOptions = {}): Promise<ServerProcess> {
  const database = home.databaseUrl === undefined ? [] : ['--database-url', home.databaseUrl];
  const args = [
    ...SERVER_FLAGS,
    options.main ?? MAIN,
    'serve',
    '--port',
    '0',
    '--data-dir',
    home.dataDir,
    '--log-level',
    options.logLevel ?? 'warn',
    ...database,
  ];
  const child = spawn(process.execPath, args, {
    env: serverEnvironment({ HOME: tmpdir(), LECTERN_SCANNER_WATCH: 'false', ...NO_LIMITS, ...options.env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const readLines = (): string => output.slice(0, output.lastIndexOf('\n') + 1);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
    if (url !== undefined) {
      return { url, kill, stop, usage: () => readUsage(child), output: readLines, [Symbol.asyncDispose]: kill };
    }
    if (child.exitCode !== null || Date.now() > deadline) {
      await kill();
      throw new Error(`The server did not start: ${output}`);
    }
    await sleep(20);
  }
}
