import { parseArgs, type ParseArgsConfig } from 'node:util';
import { readConfig, readEnvironment } from '#config/read-config.ts';
import type { Config } from '#config/schema.ts';

/** What `lectern --help` prints. */
export const HELP = `Usage: lectern [COMMAND] [OPTIONS]

Commands
  serve                        run the server (the default)
  migrate                      bring the database up to date and end
  user list                    show every user
  user create NAME             add a user; the password is read from standard input
  user reset-password NAME     give a user a new password and sign them out everywhere
  user activate NAME           let a user sign in
  user deactivate NAME         let a user sign in no more
  user make-admin NAME         make a user an administrator
  openapi                      write the description of the API
  doctor                       look at everything the server needs, and say what to mend

Options of serve
  --host ADDRESS               address to listen on (127.0.0.1)
  --port PORT                  port to listen on (8080)
  --library FOLDER             add a folder as a library and scan it; may be repeated

Options of serve, migrate, user and doctor
  -c, --config FILE            configuration file, YAML (also LECTERN_CONFIG)
  --data-dir FOLDER            where Lectern keeps its data (./data)
  --database-url URL           PostgreSQL to use instead of SQLite
  --log-level LEVEL            fatal, error, warn, info, debug, trace or silent

Options of user create
  --email ADDRESS              e-mail address
  --role ROLE                  reader (the default), maintainer or admin

Options of user reset-password
  --link                       print a link for a new password instead, good once

Options of doctor
  --mail                       sign in at the mail server, too
  --json                       one JSON document

Options of openapi
  -o, --output FILE            file to write, else standard output
  -f, --format FORMAT          json (the default) or yaml

Every setting of docs/configuration.md can also be given as LECTERN_<SECTION>_<KEY>.
`;

/** The command line cannot be understood. */
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

/** Flags that set a value of the configuration. */
const KEYS: Readonly<Record<string, string>> = {
  'data-dir': 'data_dir',
  'database-url': 'database.url',
  'log-level': 'log.level',
  host: 'server.host',
  port: 'server.port',
};

/**
 * Parses the arguments of one command.
 * @throws {UsageError} for an unknown option, a missing value or more positionals than expected
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

/** The configuration for a command: its flags, the environment, and the file that one of them names. */
export function configOf(values: Readonly<Record<string, unknown>>): Config {
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
