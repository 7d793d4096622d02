import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Email, Password, RoleName, Username } from '@lectern/contract';
import type { Config } from '#config/schema.ts';
import {
  createUser,
  listAllUsers,
  type OperatorChange,
  operateUser,
  makeResetLink,
  resetPassword,
} from '#core/people/operate-user.ts';
import { operateFactors } from '#core/people/remove-factors.ts';
import { isHttps } from '#tls/certificate.ts';
import { type Context, openContext } from '#context/context.ts';
import { CONFIG_OPTIONS, readCommandConfig, parseArguments, UsageError } from './arguments.ts';

interface Checked<Value> {
  readonly safeParse: (value: unknown) => {
    readonly success: boolean;
    readonly data?: Value;
    readonly error?: { readonly issues: readonly { readonly message: string }[] };
  };
}

function checked<Value>(what: string, schema: Checked<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success && parsed.data !== undefined) return parsed.data;
  throw new UsageError(`The ${what} ${parsed.error?.issues[0]?.message ?? 'is not valid'}`);
}

/** Prompts at a terminal without echo; else reads the first line of standard input. */
async function readPassword(): Promise<string> {
  const terminal = process.stdin.isTTY;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: terminal ? silent : undefined, terminal });
  try {
    if (terminal) process.stdout.write('Password: ');
    const { value } = await lines[Symbol.asyncIterator]().next();
    if (terminal) process.stdout.write('\n');
    return typeof value === 'string' ? value : '';
  } finally {
    lines.close();
  }
}

const OPTIONS = {
  ...CONFIG_OPTIONS,
  email: { type: 'string' },
  role: { type: 'string', default: 'reader' },
  link: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parseArguments<typeof OPTIONS>>['values'];

interface Order {
  readonly name: string;
  readonly values: Values;
  readonly config: Config;
}

/** Validates the arguments, and returns the work on the open context. */
type Action = (order: Order) => Promise<(context: Context) => Promise<string>>;

/** Base URL of links: the public URL, else the address that the server listens on. */
function deriveBaseUrl({ server }: Config): string {
  const host = server.host === '0.0.0.0' || server.host === '::' ? 'localhost' : server.host;
  const scheme = isHttps(server) ? 'https' : 'http';
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return server.publicUrl ?? `${scheme}://${shownHost}:${String(server.port)}${server.basePath}`;
}

async function create({ name, values }: Order) {
  const username = checked('name', Username, name);
  const role = checked('role', RoleName, values.role);
  const email = values.email === undefined ? null : checked('e-mail address', Email, values.email);
  const password = checked('password', Password, await readPassword());
  return async (context: Context): Promise<string> => {
    await createUser(context, { username, password, email, role });
    return `Created ${username} (${role})`;
  };
}

async function prepareReset({ name, values, config }: Order) {
  if (values.link) {
    return async (context: Context): Promise<string> => {
      const { url, hours } = await makeResetLink(context, name, deriveBaseUrl(config));
      return `Good once, within ${String(hours)} hours:\n${url}`;
    };
  }
  const password = checked('password', Password, await readPassword());
  return async (context: Context): Promise<string> => {
    await resetPassword(context, name, password);
    return `${name} has a new password, and is signed out everywhere`;
  };
}

function change(to: OperatorChange, said: string): Action {
  return async ({ name }) =>
    Promise.resolve(async (context: Context) => {
      await operateUser(context, name, to);
      return `${name} ${said}`;
    });
}

async function removeFactors({ name }: Order) {
  return Promise.resolve(async (context: Context): Promise<string> => {
    await operateFactors(context, name);
    return `${name} has no second factor any more, and is signed out everywhere`;
  });
}

async function list(context: Context): Promise<string> {
  const lines: string[] = [];
  for await (const { username, role, email, isActive } of listAllUsers(context)) {
    lines.push([username, role, isActive ? 'active' : 'inactive', email].join('\t').trimEnd());
  }
  return lines.length === 0 ? 'There is no user yet' : lines.join('\n');
}

const ACTIONS: Readonly<Record<string, Action>> = {
  create,
  'reset-password': prepareReset,
  activate: change('activate', 'can sign in'),
  deactivate: change('deactivate', 'can sign in no more, and is signed out everywhere'),
  'make-admin': change('make-admin', 'is an administrator'),
  'remove-factors': removeFactors,
};

/** `lectern user ACTION [NAME]`; passwords come from standard input. */
export async function manageUser(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArguments(args, OPTIONS, 2);
  const [named = '', name] = positionals;
  const config = readCommandConfig(values);
  const action = Object.hasOwn(ACTIONS, named) ? ACTIONS[named] : undefined;
  if (named !== 'list' && (action === undefined || name === undefined)) {
    throw new UsageError(`Expected "user list", or "user ACTION NAME" with ${Object.keys(ACTIONS).join(', ')}`);
  }
  const run = action === undefined || name === undefined ? list : await action({ name, values, config });
  await using context = await openContext(config);
  console.log(await run(context));
}
