import { enableCompileCache } from 'node:module';
import { HELP } from './cli/help.ts';
import { UsageError } from './cli/arguments.ts';
import { ConfigError } from '#config/read-config-file.ts';
import { AppError } from '#core/errors.ts';
import { VERSION } from './context/version.ts';

type Command = (args: readonly string[]) => Promise<void>;

/** Imported on demand: a usage error needs no server. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./cli/serve.ts')).serve,
  migrate: async () => (await import('./cli/migrate.ts')).migrate,
  openapi: async () => (await import('./cli/openapi.ts')).writeOpenApi,
  backup: async () => (await import('./cli/backup.ts')).backup,
  restore: async () => (await import('./cli/restore.ts')).restore,
  doctor: async () => (await import('./cli/doctor.ts')).doctor,
  tls: async () => (await import('./cli/tls.ts')).showTls,
  move: async () => (await import('./cli/move.ts')).move,
  user: async () => (await import('./cli/user.ts')).manageUser,
};

async function run(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h') || args[0] === 'help') {
    process.stdout.write(HELP);
    return;
  }
  if (args.includes('--version') || args.includes('-V')) {
    console.log(VERSION);
    return;
  }
  const [first] = args;
  const named = first !== undefined && !first.startsWith('-');
  const name = named ? first : 'serve';
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) {
    throw new UsageError(`Unknown command "${name}", expected one of ${Object.keys(COMMANDS).join(', ')}`);
  }
  const command = await load();
  await command(named ? args.slice(1) : args);
}

/** Errors of the database that say what to do. */
const EXPLAINED = new Set(['DataFolderInUseError', 'DumpError', 'NewerDatabaseError', 'UnfinishedMoveError']);

/** The message of an error that the operator can fix; undefined for a bug. */
function explanation(error: unknown): string | undefined {
  if (error instanceof UsageError) return `${error.message}\nTry: lectern --help`;
  if (error instanceof ConfigError || error instanceof AppError) return error.message;
  // Compared by name: their classes are loaded with the database.
  if (error instanceof Error && EXPLAINED.has(error.name)) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === 'EADDRINUSE')
    return `${error.message}\nSomething else listens there; choose another port with --port`;
  if (error.code === 'EACCES' || error.code === 'EROFS' || error.code === 'EADDRNOTAVAIL') return error.message;
  return undefined;
}

// Reusing the compiled code of the last start saves a third of the import time.
enableCompileCache();

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(explanation(error) ?? error);
  process.exitCode = 1;
}
