import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '#core/errors.ts';
import type { Database, ReadDb } from '#db/open.ts';
import { findUser, findUserByLogin } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { say } from '#words/say.ts';
import type { Access } from './access.ts';
import { listBudgets, type PasswordClient, rememberPlace } from './failure-budgets.ts';

/** argon2id (the default of the package) with 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashing shares its threads with file reads: a flood of sign-ins must leave some for pages. */
const AT_ONCE = 2;

const waiting: (() => void)[] = [];
let running = 0;

async function runLimited<Value>(work: () => Promise<Value>): Promise<Value> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    // The slot passes directly to the next waiter, so that no later request takes it.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** NFC: keyboards send accented letters in one or two characters. */
function composed(password: string): string {
  return password.normalize('NFC');
}

/** A PHC string, with a random salt. */
export async function hashPassword(password: string): Promise<string> {
  return await runLimited(async () => hash(composed(password), COST));
}

/**
 * Whether a password belongs to a hash made by `hashPassword`.
 * @param check called before the hash is computed, which may wait for others; may throw
 */
export async function matchesPassword(passwordHash: string, password: string, check?: () => void): Promise<boolean> {
  return await runLimited(async () => {
    check?.();
    if (await verify(passwordHash, composed(password))) return true;
    // Older hashes are of the password as it was typed.
    return composed(password) !== password && (await verify(passwordHash, password));
  });
}

let decoy: Promise<string> | undefined;

/** A hash for unknown names, so that they take as long as a wrong password. */
async function decoyHash(): Promise<string> {
  decoy ??= hashPassword('no account has this password');
  return await decoy;
}

let noPassword: Promise<string> | undefined;

/** The hash of an account without a password: it is made of random bytes, which are not kept. */
export async function makeNoPasswordHash(): Promise<string> {
  noPassword ??= hashPassword(randomBytes(32).toString('base64url'));
  return await noPassword;
}

/**
 * Whether an account may sign in with its password. Where only the emergency admin may, any admin may while there is none.
 */
export async function mayUsePassword(
  { db, access }: { readonly db: Pick<Database, 'read'>; readonly access: Access },
  user: Pick<UserTable, 'id' | 'role'>,
): Promise<boolean> {
  const { isOpenToAll, emergencyAdmin } = access.passwordPolicy();
  if (isOpenToAll) return true;
  if (user.role !== 'admin') return false;
  const named = emergencyAdmin === '' ? undefined : await findUserByLogin(db.read, emergencyAdmin);
  const isUsable = named?.role === 'admin' && named.isActive === 1 && named.hasPassword === 1;
  return !isUsable || named.id === user.id;
}

/** A name (or e-mail address) and password, as typed. */
export interface TypedPassword {
  readonly login: string;
  readonly password: string;
}

function getRefusalReason(user: UserTable | undefined, matches: boolean) {
  if (user === undefined) return 'unknown user';
  return matches ? 'inactive user' : 'wrong password';
}

/** The account of a checked password as it is now: the check may have waited for others. Undefined for a wrong or former one. */
async function findChecked(
  db: ReadDb,
  checked: UserTable | undefined,
  matches: boolean,
): Promise<UserTable | undefined> {
  const now = checked === undefined || !matches ? undefined : await findUser(db, checked.id);
  return now?.isActive === 1 && now.passwordHash === checked?.passwordHash ? now : undefined;
}

/** The same for unknown names, wrong passwords and inactive accounts. */
export function wrongPassword(): AppError {
  return new AppError('Unauthorized', say('The user name or password is wrong'));
}

/**
 * The active user with this name (or e-mail address) and password. Neither the answer nor its time distinguishes unknown names,
 * wrong passwords and inactive accounts. Too many failures block a name or an address for a while.
 * @throws {AppError} `Unauthorized` or `rate_limit_exceeded`
 */
export async function getUserByPassword(
  ctx: { readonly db: Database; readonly access: Access },
  { login, password }: TypedPassword,
  client: PasswordClient,
): Promise<UserTable> {
  const { throttle, refused } = ctx.access;
  const user = await findUserByLogin(ctx.db.read, login);
  const budgets = await listBudgets(ctx, { login, user }, client);
  const check = (): void => {
    if (budgets.all.some(throttle.isSpent)) {
      refused({ ip: client.ip, reason: 'too many failures', username: user?.username, userId: user?.id });
    }
    throttle.check(budgets.all);
  };
  check();
  // Checked again before the hash: parallel guesses may have failed meanwhile.
  const matches = await matchesPassword(user?.passwordHash ?? (await decoyHash()), password, check);
  const right = await findChecked(ctx.db.read, user, matches);
  if (right !== undefined) {
    throttle.restore(budgets.own);
    rememberPlace(ctx.access, right.id, client.ip);
    // Only a client with the right password learns the following.
    if (!(await mayUsePassword(ctx, right))) {
      throw new AppError('Unauthorized', say('This server takes no passwords. Sign in with a provider'));
    }
    if (right.mustVerify === 1 && ctx.access.requiresVerification()) {
      throw new AppError(
        'Unauthorized',
        say('Confirm your e-mail address first. Follow the link in the mail that you got'),
        {
          details: [{ path: 'email', message: say('is not confirmed') }],
        },
      );
    }
    return right;
  }
  throttle.failed(budgets.all);
  const reason = getRefusalReason(user, matches);
  refused({ ip: client.ip, reason, username: user?.username, userId: user?.id });
  throw wrongPassword();
}
