import type { Database } from '#db/open.ts';
import { findUserOfPending } from '#db/repos/users/mail-tokens.repo.ts';
import { findUser, findUserByEmail, userKey } from '#db/repos/users/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import type { WantedMail } from './request-mail.ts';

/** Who has an address, or is asked to confirm that it is to be theirs. */
async function findOwner(db: Database, { purpose, address }: WantedMail): Promise<UserTable | undefined> {
  const owner = await findUserByEmail(db.read, address);
  if (owner !== undefined || purpose !== 'verify') return owner;
  const userId = await findUserOfPending(db.read, address, Date.now());
  return userId === undefined ? undefined : await findUser(db.read, userId);
}

/** The account that receives a mail; undefined when no active account does, or the address is confirmed already. */
export async function findReceiver(db: Database, wanted: WantedMail): Promise<UserTable | undefined> {
  const user = wanted.userId === undefined ? await findOwner(db, wanted) : await findUser(db.read, wanted.userId);
  if (user?.isActive !== 1) return undefined;
  // What is confirmed needs no mail.
  const isConfirmed = user.emailVerified === 1 && user.emailKey === userKey(wanted.address);
  return wanted.purpose === 'verify' && isConfirmed ? undefined : user;
}
