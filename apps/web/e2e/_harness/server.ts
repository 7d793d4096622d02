import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request as askPlain } from 'node:http';
import { request as askSecure } from 'node:https';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAIN, SERVER_FLAGS, serverEnvironment } from '../../../../scripts/bootstrap/server-process.mjs';

/** A Lectern server with an empty data directory. Disposing stops it and deletes the directory. */
export interface RunningServer extends AsyncDisposable {
  readonly url: string;
  readonly dataDir: string;
  /** Output so far. */
  readonly output: () => string;
  /** Ends the process and keeps the data directory: the address no longer answers. */
  readonly stop: () => Promise<void>;
  /** Starts a stopped server again, at the same address. */
  readonly startAgain: () => Promise<void>;
}

/** All browsers of a run share one address. */
const NO_LIMITS = {
  LECTERN_RATE_LIMIT_ANONYMOUS_RPS: '1000000',
  LECTERN_RATE_LIMIT_ANONYMOUS_BURST: '1000000',
  LECTERN_RATE_LIMIT_AUTHENTICATED_RPS: '1000000',
  LECTERN_RATE_LIMIT_AUTHENTICATED_BURST: '1000000',
};

/** Only ends a hanging start. */
const START_TIMEOUT_MS = 120_000;

/**
 * Starts `lectern serve` on a free port and waits until it answers.
 * @param flags extra command line flags, such as `--library` and a folder
 * @param environment extra environment variables
 */
export async function startServer(
  flags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-e2e-'));
  const port = await findFreePort();
  const own = ['--host', '127.0.0.1', '--port', String(port), '--data-dir', dataDir];
  const args = [...SERVER_FLAGS, MAIN, 'serve', ...own, ...flags];
  const scheme = environment['LECTERN_SERVER_TLS_MODE'] === 'local' ? 'https' : 'http';
  const url = `${scheme}://127.0.0.1:${port}`;
  const said: string[] = [];
  const run = async () => runServer({ args, environment, url, said });
  let stop = async (): Promise<void> => Promise.resolve();
  const dispose = async (): Promise<void> => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    stop = await run();
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    url,
    dataDir,
    output: () => said.join(''),
    stop: async () => stop(),
    startAgain: async () => {
      stop = await run();
    },
    [Symbol.asyncDispose]: dispose,
  };
}

interface ServerRun {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly url: string;
  /** Receives the output. */
  readonly said: string[];
}

/** Starts the process and waits until it answers. Returns what ends it. */
async function runServer({ args, environment, url, said }: ServerRun): Promise<() => Promise<void>> {
  const server = spawn(process.execPath, args, {
    env: { ...serverEnvironment(cleanEnvironment()), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')));
  server.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')));
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    if (server.exitCode === null && server.signalCode === null) server.kill('SIGTERM');
    await ended;
  };
  try {
    await Promise.race([waitUntilHealthy(url), ended.then(() => Promise.reject(new Error('it stopped at once')))]);
  } catch (error) {
    await stop();
    throw new Error(`The server did not start:\n${said.join('')}`, { cause: error });
  }
  return stop;
}

/** The code that the console shows. The server answers a moment before it has written that. */
export async function readSetupCode(server: RunningServer): Promise<string> {
  for (;;) {
    const code = /^Setup code: (\S+)/m.exec(server.output())?.[1];
    if (code !== undefined) return code;
    await sleep(20);
  }
}

/** The developer's own settings must not reach a test. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('LECTERN_'));
  return { ...Object.fromEntries(own), ...NO_LIMITS };
}

/** A port of this machine that is free now. */
export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

/** The certificate is not checked: its authority is made by the start. */
async function isHealthy(address: string): Promise<boolean> {
  const ask = address.startsWith('https:') ? askSecure : askPlain;
  const asked = ask(address, { rejectUnauthorized: false, agent: false });
  try {
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode === 200;
  } catch {
    return false;
  }
}

async function waitUntilHealthy(url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (await isHealthy(`${url}/health`)) return;
    if (Date.now() > deadline) throw new Error('it did not answer in time');
    await sleep(50);
  }
}
