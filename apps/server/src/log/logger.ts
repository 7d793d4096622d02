import { createRequire } from 'node:module';
import pino, { type DestinationStream, type Logger } from 'pino';
import type * as pinoPretty from 'pino-pretty';
import { createRedaction } from './redact.ts';

/** Areas of the log, one child logger each. */
const LOG_AREAS = ['server', 'http', 'users', 'tasks', 'scan', 'analyze', 'images', 'files'] as const;

/** The loggers of the process by area. A message is short, in past tense, and never varies; details are fields. */
export type Log = Readonly<Record<(typeof LOG_AREAS)[number], Logger>>;

/** Level and format of the log. */
export interface LogOptions {
  readonly level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** `auto`: `pretty` on a terminal, else one JSON object a line. */
  readonly format: 'auto' | 'pretty' | 'json';
}

/** Destination of the log, and secrets to redact. */
export interface LogPlace {
  readonly destination?: DestinationStream & NodeJS.WritableStream;
  /** Secrets of the configuration; other secrets are recognised by their format. */
  readonly secrets?: readonly string[];
  /** Called with each redacted line. */
  readonly onLine?: (line: string) => void;
}

/** Sets the minimum level, from now on. */
export function setLogLevel(log: Log, level: LogOptions['level']): void {
  for (const logger of Object.values(log)) logger.level = level;
}

/** Formats lines for a terminal. The formatter is loaded on first use. */
function prettyStream(options: pinoPretty.PrettyOptions): pinoPretty.PrettyStream {
  const { PinoPretty } = createRequire(import.meta.url)('pino-pretty') as typeof pinoPretty;
  return PinoPretty(options);
}

function tee(line: string, onLine: (line: string) => void): string {
  onLine(line);
  return line;
}

/** Makes the loggers. Each line is redacted before it is written. */
export function createLog({ level, format }: LogOptions, { destination, secrets = [], onLine }: LogPlace = {}): Log {
  const pretty = format === 'pretty' || (format === 'auto' && process.stdout.isTTY);
  const redact = createRedaction(secrets);
  const options = {
    level,
    base: null,
    hooks: { streamWrite: onLine === undefined ? redact : (line: string) => tee(redact(line), onLine) },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  const forPeople = {
    sync: true,
    ignore: 'area',
    messageFormat: '{area}: {msg}',
    translateTime: 'SYS:HH:MM:ss',
    ...(destination === undefined ? {} : { destination }),
  };
  const stream = pretty ? prettyStream(forPeople) : destination;
  const root = stream === undefined ? pino(options) : pino(options, stream);
  const entries = LOG_AREAS.map((area) => [area, root.child({ area })] as const);
  return Object.fromEntries(entries) as Log;
}
