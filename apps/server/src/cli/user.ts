import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Email, Password, RoleName, Username } from '@lectern/contract';
import { createUser } from '#core/users/create-user.ts';
import { resetPassword } from '#core/users/reset-password.ts';
import { openContext } from '../context.ts';
import { CONFIG_OPTIONS, configOf, parseArguments, UsageError } from './arguments.ts';

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

/** Asks at a terminal without showing what is typed; else takes the first line of standard input. */
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
} as const;

/** `lectern user create NAME` and `lectern user reset-password NAME`; the password comes from standard input. */
export async function manageUser(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArguments(args, OPTIONS, 2);
  const [action, name] = positionals;
  if ((action !== 'create' && action !== 'reset-password') || name === undefined) {
    throw new UsageError('Expected "user create NAME" or "user reset-password NAME"');
  }
  const username = checked('name', Username, name);
  const role = checked('role', RoleName, values.role);
  const email = values.email === undefined ? null : checked('e-mail address', Email, values.email);
  const config = configOf(values);
  const password = checked('password', Password, await readPassword());
  await using context = await openContext(config);
  if (action === 'create') await createUser(context, { username, password, email, role });
  else await resetPassword(context, username, password);
  console.log(
    action === 'create'
      ? `Created ${username} (${role})`
      : `${username} has a new password, and is signed out everywhere`,
  );
}
