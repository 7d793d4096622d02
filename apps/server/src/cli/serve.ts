import { expandPath } from '#config/read-config.ts';
import { findSetupCode } from '#core/people/setup.ts';
import type { Config } from '#config/schema.ts';
import { openServer, type RunningServer } from './open-server.ts';
import { CONFIG_OPTIONS, readCommandConfig, parseArguments } from './arguments.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Ctrl-C under npm arrives twice, from the terminal and from npm: a repeat within this time is ignored. */
const SAME_WISH_MS = 1_000;

/**
 * Resolves with the first signal. After a moment signals have their default effect again, so that a second one ends the
 * process.
 */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    const stop = (signal: string): void => {
      setTimeout(() => {
        for (const name of SIGNALS) process.off(name, stop);
      }, SAME_WISH_MS).unref();
      resolve(signal);
    };
    for (const name of SIGNALS) process.on(name, stop);
  });
}

const CLOSING_MS = 5_000;

/**
 * Kills the process when a stop takes too long, unless it is disposed. `process.exit` joins a thread that waits for a hung
 * disk, so only a signal ends it. Committed data is safe, and a decided restore continues at the next start.
 */
function forceExitAfter(milliseconds: number): Disposable {
  const timer = setTimeout(() => process.kill(process.pid, 'SIGKILL'), milliseconds).unref();
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}

async function announce(server: RunningServer, { dataDir, server: { basePath } }: Config): Promise<void> {
  console.log(`Lectern listens on ${server.url}${basePath}`);
  console.log(`Data folder: ${dataDir}`);
  const setupCode = await findSetupCode(server.context);
  if (setupCode !== undefined) {
    console.log(`Setup code: ${setupCode} (asked for when the first account is made on another device)`);
  }
}

/** The same configuration with the port that the system chose. */
function keepPort(config: Config, url: string): Config {
  const port = config.server.port === 0 ? Number(new URL(url).port) : config.server.port;
  return { ...config, server: { ...config.server, port } };
}

/** Serves until a signal arrives, or until a restart is wanted: then the signal is undefined. */
async function serveUntil(
  stopped: Promise<string>,
  config: Config,
  folders: readonly string[],
  isNew: boolean,
): Promise<{ readonly signal: string | undefined; readonly url: string }> {
  using afterwards = new DisposableStack();
  await using server = await openServer(config, folders, { isNew });
  await announce(server, config);
  const signal = (await Promise.race([stopped, server.context.restores.restartRequested])) ?? undefined;
  server.context.log.server.info({ signal }, signal === undefined ? 'server restarting' : 'server stopping');
  const forced = forceExitAfter(config.server.stopTimeoutSeconds * 1_000 + CLOSING_MS);
  if (signal === undefined) afterwards.use(forced);
  return { signal, url: server.url };
}

/** `lectern serve`: listens until a signal arrives, then stops in order. A restore restarts the server in this process. */
export async function serve(args: readonly string[]): Promise<void> {
  const { values } = parseArguments(args, {
    ...CONFIG_OPTIONS,
    host: { type: 'string' },
    port: { type: 'string' },
    library: { type: 'string', multiple: true },
    new: { type: 'boolean', default: false },
  });
  let config = readCommandConfig(values);
  const folders = (values.library ?? []).map(expandPath);
  const stopped = stopSignal();
  for (let isNew = values.new; ; isNew = false) {
    const { signal, url } = await serveUntil(stopped, config, folders, isNew);
    if (signal !== undefined) return;
    // The next start puts the restored state in place.
    config = keepPort(config, url);
  }
}
