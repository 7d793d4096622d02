import type { ReadDb, Tx } from '../../open.ts';
import type { UserIdentityTable, UserTable } from '../../schema/index.ts';
import { isFound } from '../rows/read-rows.ts';

/** What names an account at a provider. */
type Subject = Pick<UserIdentityTable, 'issuer' | 'subject'>;

/** The identity of a subject, of any user. */
export async function findIdentity(db: ReadDb, { issuer, subject }: Subject): Promise<UserIdentityTable | undefined> {
  return db
    .selectFrom('userIdentity')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** The identities of a user, the oldest first. */
export async function listUserIdentities(db: ReadDb, userId: string): Promise<UserIdentityTable[]> {
  return db
    .selectFrom('userIdentity')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Whether a sign-in that began then may open a session: the user still has the identity, whose sessions did not end meanwhile. */
export async function isIdentityOpen(
  db: ReadDb,
  userId: string,
  { id, begunAt }: { readonly id: string; readonly begunAt: number },
): Promise<boolean> {
  return isFound(
    db
      .selectFrom('userIdentity')
      .select('id')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where((is) => is.or([is('sessionsEndedAt', 'is', null), is('sessionsEndedAt', '<', begunAt)])),
  );
}

/** Name of the provider that opened a session; undefined for another way in, or an identity that is not there any more. */
export async function findSessionProvider(db: ReadDb, sessionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('userIdentity', 'userIdentity.id', 'session.identityId')
    .select('userIdentity.provider')
    .where('session.id', '=', sessionId)
    .executeTakeFirst();
  return row?.provider;
}

/** Adds an identity; its subject must be free. */
export async function writeIdentity(tx: Tx, identity: UserIdentityTable): Promise<void> {
  await tx.write.insertInto('userIdentity').values(identity).execute();
}

/** Notes what a sign-in told. Absent groups keep those of the one before. */
export async function writeIdentityUse(
  tx: Tx,
  id: string,
  use: Pick<UserIdentityTable, 'provider' | 'email' | 'lastUsedAt'> & Partial<Pick<UserIdentityTable, 'groups'>>,
): Promise<void> {
  await tx.write.updateTable('userIdentity').set(use).where('id', '=', id).execute();
}

/** Removes an identity of a user. @returns false when it is not there any more */
export async function deleteIdentity(tx: Tx, userId: string, id: string): Promise<boolean> {
  return isFound(tx.write.deleteFrom('userIdentity').where('id', '=', id).where('userId', '=', userId).returning('id'));
}

/** Which sessions a provider opened: all of a provider or issuer, those of one subject, or one of its own sessions. */
export interface ProviderSessions {
  /** Name of the provider. */
  readonly provider?: string | undefined;
  /** Issuers of another provider with the same name. */
  readonly exceptIssuers?: readonly string[];
  readonly issuer?: string | undefined;
  readonly subject?: string | undefined;
  readonly sid?: string | undefined;
}

/**
 * Ends sessions that a provider opened, and sign-ins that wait for a second factor. Of a provider's session without a subject only
 * the identities of ended sessions are known: the others must not wait for anybody's logout.
 * @returns the ids of the users whose sessions ended
 */
export async function writeProviderSessionEnds(
  tx: Tx,
  { provider, exceptIssuers = [], issuer, subject, sid }: ProviderSessions,
  at: number,
): Promise<string[]> {
  const identities = tx.read
    .selectFrom('userIdentity')
    .select('id')
    .$if(provider !== undefined, (query) => query.where('provider', '=', provider ?? ''))
    .$if(exceptIssuers.length > 0, (query) => query.where('issuer', 'not in', exceptIssuers))
    .$if(issuer !== undefined, (query) => query.where('issuer', '=', issuer ?? ''))
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''));
  const ended = await tx.write
    .updateTable('session')
    .set({ endedAt: at })
    .where('identityId', 'in', identities)
    .where('endedAt', 'is', null)
    .$if(sid !== undefined, (query) => query.where('providerSid', '=', sid ?? ''))
    .returning(['userId', 'identityId'])
    .execute();
  const namesAll = sid === undefined || subject !== undefined;
  const ids = [...new Set(ended.map(({ identityId }) => identityId).filter((id) => id !== null))];
  if (namesAll || ids.length > 0) {
    await tx.write
      .updateTable('userIdentity')
      .set({ sessionsEndedAt: at })
      .where('id', 'in', namesAll ? identities : ids)
      .execute();
  }
  return [...new Set(ended.map(({ userId }) => userId))];
}

/** Ends the sessions of one identity, and sign-ins that wait for a second factor. */
export async function writeIdentitySessionEnds(tx: Tx, identityId: string, at: number): Promise<void> {
  await tx.write
    .updateTable('session')
    .set({ endedAt: at })
    .where('identityId', '=', identityId)
    .where('endedAt', 'is', null)
    .execute();
  await tx.write.updateTable('userIdentity').set({ sessionsEndedAt: at }).where('id', '=', identityId).execute();
}

/** Removes all identities of a provider. @returns their users */
export async function deleteProviderIdentities(
  tx: Tx,
  { provider, exceptIssuers = [] }: Pick<ProviderSessions, 'exceptIssuers'> & { readonly provider: string },
): Promise<Pick<UserTable, 'id' | 'username'>[]> {
  const users = await tx.read
    .selectFrom('user')
    .select(['id', 'username'])
    .where('id', 'in', (query) =>
      query
        .selectFrom('userIdentity')
        .select('userId')
        .where('provider', '=', provider)
        .$if(exceptIssuers.length > 0, (some) => some.where('issuer', 'not in', exceptIssuers)),
    )
    .execute();
  await tx.write
    .deleteFrom('userIdentity')
    .where('provider', '=', provider)
    .$if(exceptIssuers.length > 0, (some) => some.where('issuer', 'not in', exceptIssuers))
    .execute();
  return users;
}

/**
 * Notes that a token was used, and forgets those that are out of time.
 * @returns false when it was used before
 */
export async function spendToken(tx: Tx, digest: string, expiresAt: number, now: number): Promise<boolean> {
  await tx.write.deleteFrom('spentToken').where('expiresAt', '<', now).execute();
  return isFound(
    tx.write
      .insertInto('spentToken')
      .values({ digest, expiresAt })
      .onConflict((conflict) => conflict.doNothing())
      .returning('digest'),
  );
}
