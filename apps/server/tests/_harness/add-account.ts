import type { CallInput } from '@lectern/contract';
import { writeNewSession } from '#core/people/sign-in.ts';
import { nameColumns, newUserRow } from '#core/people/user-row.ts';
import { newId } from '#db/new-id.ts';
import { findUser, writeUser } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { type Client, createClient } from './client.ts';
import type { TestServer } from './start-server.ts';

/** Of every account that is added here. */
export const PASSWORD = 'the password of all';

/** What an account may do and see. */
export type AccountRights = CallInput<'updateUser'>['body'];

/** Hashing a password takes longer than most requests, so it is done once. */
let template: Promise<UserTable> | undefined;

/** Signs an account in without a check of its password. */
export async function enterAs(server: TestServer, userId: string): Promise<Client> {
  const { db, access } = server.context;
  const token = await db.transaction(async (tx) => {
    const user = await findUser(tx.read, userId);
    if (user === undefined) throw new Error(`Expected account ${userId}`);
    const { access_token: made } = await writeNewSession(tx, access, user, { ip: '127.0.0.1', userAgent: 'node' });
    return made;
  });
  return createClient(server, token);
}

/** Adds a reader, gives it these rights, and signs it in. */
export async function addAccount(
  { server, admin }: { readonly server: TestServer; readonly admin: Client },
  username: string,
  rights: AccountRights = {},
) {
  template ??= newUserRow({ username: 'template', password: PASSWORD, email: null, role: 'reader' });
  const row = { ...(await template), id: newId(), ...nameColumns(username) };
  await server.context.db.transaction(async (tx) => writeUser(tx, row));
  if (Object.keys(rights).length > 0) await admin.call('updateUser', { params: row, body: rights });
  return { id: row.id, account: { username, password: PASSWORD }, client: await enterAs(server, row.id) };
}
