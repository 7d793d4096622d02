import { AppError } from '#core/errors.ts';
import { getLook } from '#core/people/name-look.ts';
import { newUserRow } from '#core/people/user-row.ts';
import { cleanOwnName } from '#core/people/usernames.ts';
import type { ReadDb, Tx } from '#db/open.ts';
import { findUserByLogin, listUsernames, writeUser } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import type { GroupRights } from './group-rights.ts';
import type { Person } from './person.ts';
import type { SignInRules } from './provider.ts';
import { SignInRefusal } from './sign-in-refusal.ts';

const MAX_LENGTH = 50;
const MAX_SUFFIX = 99;
const LAST_RESORT = 'reader';

/** A name as the rules for own names allow it; undefined where they do not. Of an address only the part before `@` is a name. */
function cleanWish(wish: string): string | undefined {
  const short = Array.from(wish.replace(/@.*$/su, '').replaceAll(':', ' ').trim()).slice(0, MAX_LENGTH).join('');
  try {
    return cleanOwnName(short);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** A free name that resembles no other one, with a number where it must. */
async function chooseName(db: ReadDb, wishes: readonly string[]): Promise<string | undefined> {
  const looks = new Set((await listUsernames(db)).map(({ username }) => getLook(username)));
  const [name = LAST_RESORT] = wishes.map(cleanWish).filter((wish) => wish !== undefined);
  const numbered = Array.from({ length: MAX_SUFFIX - 1 }, (_, index) => `${name}-${String(index + 2)}`);
  return [name, ...numbered].find((candidate) => !looks.has(getLook(candidate)));
}

/**
 * Makes an account without a password. It takes the confirmed address, unless that signs another account in. Call `lockUsers` and
 * `makeNoPasswordHash` before.
 * @throws {SignInRefusal} when no name is free
 */
export async function writeNewAccount(
  tx: Tx,
  { defaultRole }: Pick<SignInRules, 'defaultRole'>,
  person: Person,
  rights: GroupRights,
): Promise<UserTable> {
  const username = await chooseName(tx.read, person.names);
  if (username === undefined) throw new SignInRefusal('no-account');
  const isTaken = person.email !== null && (await findUserByLogin(tx.read, person.email)) !== undefined;
  const email = isTaken ? null : person.email;
  const user = await newUserRow({ username, password: null, email, role: rights.role ?? defaultRole });
  await writeUser(tx, user);
  return user;
}
