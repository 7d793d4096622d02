import pino, { type Logger } from 'pino';
import { PinoPretty } from 'pino-pretty';

/** Parts of the server that log, one child logger each. */
const LOG_AREAS = ['server', 'http', 'users', 'tasks', 'scan', 'analyze', 'images', 'files'] as const;

/** The loggers of the process by area. Fields first, then a short past-tense message that never varies. */
export type Log = Readonly<Record<(typeof LOG_AREAS)[number], Logger>>;

/** How much is logged, and as what. */
export interface LogOptions {
  readonly level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** `auto`: for people when the output is a terminal, else one JSON object a line. */
  readonly format: 'auto' | 'pretty' | 'json';
}

/** Sets the least important messages to log, from now on. */
export function setLogLevel(log: Log, level: LogOptions['level']): void {
  for (const logger of Object.values(log)) logger.level = level;
}

const SECRET_FIELDS = ['password', 'token', 'cookie', 'authorization', 'key', 'secret'];

/** Makes the loggers; they write to standard output. */
export function createLog({ level, format }: LogOptions): Log {
  const pretty = format === 'pretty' || (format === 'auto' && process.stdout.isTTY);
  const options = {
    level,
    base: null,
    redact: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]),
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  const root = pretty
    ? pino(
        options,
        PinoPretty({ sync: true, ignore: 'area', messageFormat: '{area}: {msg}', translateTime: 'SYS:HH:MM:ss' }),
      )
    : pino(options);
  const entries = LOG_AREAS.map((area) => [area, root.child({ area })] as const);
  return Object.fromEntries(entries) as Log;
}
