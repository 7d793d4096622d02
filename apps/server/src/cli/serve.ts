import { expandPath } from '#config/read-config.ts';
import { findSetupCode } from '#core/people/setup.ts';
import { openServer } from './open-server.ts';
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
 * Kills the process when a stop takes too long. `process.exit` joins a thread that waits for a hung disk, so only a
 * signal ends it. Committed data is safe.
 */
function forceExitAfter(milliseconds: number): void {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), milliseconds).unref();
}

/** `lectern serve`: listens until a signal arrives, then stops in order. */
export async function serve(args: readonly string[]): Promise<void> {
  const { values } = parseArguments(args, {
    ...CONFIG_OPTIONS,
    host: { type: 'string' },
    port: { type: 'string' },
    library: { type: 'string', multiple: true },
    new: { type: 'boolean', default: false },
  });
  const config = readCommandConfig(values);
  const stopped = stopSignal();
  await using server = await openServer(config, (values.library ?? []).map(expandPath), { isNew: values.new });
  console.log(`Lectern listens on ${server.url}${config.server.basePath}`);
  console.log(`Data folder: ${config.dataDir}`);
  const setupCode = await findSetupCode(server.context);
  if (setupCode !== undefined) {
    console.log(`Setup code: ${setupCode} (asked for when the first account is made on another device)`);
  }
  const signal = await stopped;
  server.context.log.server.info({ signal }, 'server stopping');
  forceExitAfter(config.server.stopTimeoutSeconds * 1_000 + CLOSING_MS);
}
