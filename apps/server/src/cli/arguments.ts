import { parseArgs, type ParseArgsConfig } from 'node:util';
import { readConfig, readEnvironment } from '#config/read-config.ts';
import type { Config } from '#config/schema.ts';

/** The command line is invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Options of every command that reads the configuration. */
export const CONFIG_OPTIONS = {
  config: { type: 'string', short: 'c' },
  'data-dir': { type: 'string' },
  'database-url': { type: 'string' },
  'log-level': { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

const KEYS: Readonly<Record<string, string>> = {
  'data-dir': 'data_dir',
  'database-url': 'database.url',
  'log-level': 'log.level',
  host: 'server.host',
  port: 'server.port',
};

/**
 * Parses the arguments of one command.
 * @throws {UsageError} an unknown option, a missing value, or too many positionals
 */
export function parseArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  positionals = 0,
) {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: positionals > 0 });
    if (parsed.positionals.length > positionals) {
      throw new UsageError(`Unexpected argument "${parsed.positionals[positionals] ?? ''}"`);
    }
    return parsed;
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
      throw new UsageError(error.message, { cause: error });
    }
    throw error;
  }
}

/** The configuration of a command: its flags, the environment, and the configuration file. */
export function readCommandConfig(values: Readonly<Record<string, unknown>>): Config {
  const environment = readEnvironment();
  const file = values['config'] ?? environment['LECTERN_CONFIG'];
  const flags = Object.fromEntries(
    Object.entries(KEYS).flatMap(([flag, key]) => {
      const value = values[flag];
      return typeof value === 'string' ? [[key, value]] : [];
    }),
  );
  return readConfig({ flags, environment, ...(typeof file === 'string' ? { file } : {}) });
}
