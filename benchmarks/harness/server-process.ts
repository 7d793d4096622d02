import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { buildServerWhenStale } from '../../scripts/bootstrap/build-server.mjs';
import { MAIN, SERVER_FLAGS, serverEnvironment } from '../../scripts/bootstrap/server-process.mjs';

/** A server in its own process, with a signed-in administrator. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from spawn until it listened. */
  readonly startMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: <T>(path: string, init?: { readonly method?: string; readonly body?: unknown }) => Promise<T>;
}

/** A free port. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

async function listening(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${String(child.exitCode)}`);
    try {
      if ((await fetch(`${url}/health`)).ok) return;
    } catch {
      // not yet
    }
    await new Promise((wake) => setTimeout(wake, 5));
  }
}

/** Rate limits are counted but never reached. */
const NO_LIMITS = {
  LECTERN_RATE_LIMIT_ANONYMOUS_RPS: '1000000',
  LECTERN_RATE_LIMIT_ANONYMOUS_BURST: '1000000',
  LECTERN_RATE_LIMIT_AUTHENTICATED_RPS: '1000000',
  LECTERN_RATE_LIMIT_AUTHENTICATED_BURST: '1000000',
};

/** The administrator of every server. */
export const BENCH_ACCOUNT = { username: 'bench', password: 'benchmark-password' };

async function signIn(url: string): Promise<string> {
  for (const path of ['/api/v1/setup/initialize', '/api/v1/auth/login']) {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(BENCH_ACCOUNT),
    });
    if (answer.ok) return ((await answer.json()) as { access_token: string }).access_token;
  }
  throw new Error('Cannot sign in');
}

/**
 * Starts the server on a data directory, as `npm start` does.
 * @param flags further command-line flags
 */
export async function startServerProcess(dataDir: string, flags: readonly string[] = []): Promise<ServerProcess> {
  buildServerWhenStale(process.execPath);
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const begin = performance.now();
  const command = [...SERVER_FLAGS, MAIN, 'serve', '--port', String(port), '--data-dir', dataDir, ...flags];
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: serverEnvironment({ ...process.env, LECTERN_LOG_LEVEL: 'error', ...NO_LIMITS }),
  });
  await listening(url, child);
  const startMs = performance.now() - begin;
  const headers = { authorization: `Bearer ${await signIn(url)}` };
  return {
    url,
    pid: child.pid ?? 0,
    startMs,
    headers,
    json: async <T>(path: string, init: { readonly method?: string; readonly body?: unknown } = {}) => {
      const answer = await fetch(`${url}/api/v1${path}`, {
        method: init.method ?? 'GET',
        headers: { ...headers, ...(init.body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
      });
      if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${await answer.text()}`);
      return (answer.status === 204 ? undefined : await answer.json()) as T;
    },
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

interface Page<T> {
  readonly data: readonly T[];
  readonly total: number;
}

interface TaskCounts {
  readonly pending: number;
  readonly running: number;
}

interface TaskStats extends TaskCounts {
  readonly byType: Readonly<Record<string, TaskCounts>>;
}

/**
 * Waits until no task is pending or running.
 * @param types of tasks, all by default
 */
export async function tasksDone(server: ServerProcess, types?: readonly string[]): Promise<void> {
  for (;;) {
    const stats = await server.json<TaskStats>('/tasks/stats');
    const counts = types === undefined ? [stats] : types.map((type) => stats.byType[type]);
    if (counts.every((count) => count === undefined || count.pending + count.running === 0)) return;
    await new Promise((wake) => setTimeout(wake, 100));
  }
}

/** Tasks that make new books readable; checksums come later. */
export const ANALYSIS_TASKS = ['scan_library', 'analyze_library'];

export async function booksListed(server: ServerProcess, total: number): Promise<void> {
  for (;;) {
    if ((await server.json<Page<unknown>>('/books?pageSize=1')).total >= total) return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
}
