import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import type { Access } from '#core/people/access.ts';
import { type FactorMailContext, tellOwner } from '#core/people/factor-mails.ts';
import { lacksFactor } from '#core/people/require-factor.ts';
import { lockUsers } from '#core/people/user-row.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { hasMappedGroups } from '#db/repos/people/access-groups.repo.ts';
import { findIdentity, listUserIdentities, writeIdentity, writeIdentityUse } from '#db/repos/people/identities.repo.ts';
import { findOpenSession } from '#db/repos/people/sessions.repo.ts';
import { findUser, findUserByEmail, findUserByLogin, hasActiveAdmin, userKey } from '#db/repos/people/users.repo.ts';
import type { UserIdentityTable, UserTable } from '#db/schema/index.ts';
import type { Attempt } from './attempt.ts';
import {
  type GroupRights,
  isWithinRights,
  planGroupRights,
  planUntoldRights,
  writeGroupRights,
} from './group-rights.ts';
import { writeNewAccount } from './new-account.ts';
import { isSubject, type Person } from './person.ts';
import { readStoredGroups } from './provider-groups.ts';
import type { SignInRules } from './provider.ts';
import { SignInRefusal } from './sign-in-refusal.ts';

/** Context of accounts that sign in elsewhere. */
export interface AccountsContext extends AuditContext, FactorMailContext {
  readonly access: Access;
}

/** An account that a person opens, and its identity. */
export interface OpenedAccount {
  readonly user: UserTable;
  readonly identityId: string;
  readonly isNew: boolean;
}

/**
 * Adds an identity. An account has one at each provider, so that a second person never shares it unnoticed.
 * @throws {SignInRefusal}
 */
async function addIdentity(
  tx: Tx,
  ctx: AccountsContext,
  user: UserTable,
  { source, person }: { readonly source: SignInRules; readonly person: Person },
): Promise<string> {
  const others = await listUserIdentities(tx.read, user.id);
  if (others.some(({ issuer }) => issuer === person.issuer)) throw new SignInRefusal('taken', user);
  const { issuer, subject, email, groups } = person;
  const identity: UserIdentityTable = {
    id: newId(),
    userId: user.id,
    provider: source.name,
    issuer,
    subject,
    email,
    groups: JSON.stringify(groups ?? []),
    createdAt: Date.now(),
    lastUsedAt: null,
    sessionsEndedAt: null,
  };
  await writeIdentity(tx, identity);
  const details = { provider: source.name };
  await writeAudit(tx, ctx, { action: 'identity_linked', actor: 'provider', account: user, details });
  return identity.id;
}

/** Links an account that was there before, and tells its owner. */
async function linkIdentity(...[tx, ctx, user, told]: Parameters<typeof addIdentity>): Promise<string> {
  const id = await addIdentity(tx, ctx, user, told);
  await tellOwner(tx, ctx, user, 'identityLinked');
  return id;
}

async function findByName(tx: Tx, name: string): Promise<UserTable | undefined> {
  const user = await findUserByLogin(tx.read, name);
  return user?.usernameKey === userKey(name) ? user : undefined;
}

/** The account with the confirmed address, or the name, of a person. An address without a confirmation may be typed by anyone. */
async function findNamesake(tx: Tx, { linksBy }: SignInRules, person: Person): Promise<UserTable | undefined> {
  if (linksBy === 'name') return findByName(tx, person.subject);
  const found = person.email === null ? undefined : await findUserByEmail(tx.read, person.email);
  return found?.emailVerified === 1 ? found : undefined;
}

/**
 * The account that is not linked yet, but that the rules give to this person.
 * @throws {SignInRefusal} for an account that only its owner may link
 */
async function findUnlinked(
  tx: Tx,
  source: SignInRules,
  person: Person,
  rights: GroupRights,
): Promise<UserTable | undefined> {
  const found = await findNamesake(tx, source, person);
  if (found === undefined) return undefined;
  if (source.linksBy !== null && isWithinRights(found, rights)) return found;
  throw new SignInRefusal('link-first', found);
}

/**
 * The account of a person: the linked one, one that the rules link now, or a new one.
 * @throws {SignInRefusal}
 */
async function findOrMake(
  tx: Tx,
  ctx: AccountsContext,
  told: { readonly source: SignInRules; readonly person: Person },
  rights: GroupRights,
): Promise<OpenedAccount> {
  const { source, person } = told;
  const identity = await findIdentity(tx.read, person);
  const linked = identity === undefined ? undefined : await findUser(tx.read, identity.userId);
  if (identity !== undefined && linked !== undefined) return { user: linked, identityId: identity.id, isNew: false };
  const found = await findUnlinked(tx, source, person, rights);
  if (found !== undefined) return { user: found, identityId: await linkIdentity(tx, ctx, found, told), isNew: false };
  if (!source.createsAccounts) throw new SignInRefusal('no-account');
  // The first account ends the setup, so it must be an admin.
  if (rights.role !== 'admin' && !(await hasActiveAdmin(tx.read))) throw new SignInRefusal('no-account');
  const user = await writeNewAccount(tx, source, person, rights);
  const details = { source: source.name, role: user.role };
  await writeAudit(tx, ctx, { action: 'account_added', actor: 'provider', account: user, details });
  return { user, identityId: await addIdentity(tx, ctx, user, told), isNew: true };
}

interface ToldPerson {
  readonly source: SignInRules;
  readonly person: Person;
}

/** Refuses a person some of whose groups are unknown: one of those may limit the account. */
async function requireAllGroups(tx: Tx, ctx: AccountsContext, { source, person }: ToldPerson): Promise<void> {
  if (!person.hasMoreGroups) return;
  if (source.rules.length === 0 && !(await hasMappedGroups(tx.read))) return;
  ctx.log.users.warn({ provider: source.name }, 'a sign-in has too many groups, so it was refused');
  throw new SignInRefusal('invalid');
}

/** The rights of a person. A source that says nothing of groups lifts nothing. */
async function planRights(tx: Tx, { source, person }: ToldPerson): Promise<GroupRights> {
  if (person.groups !== null) return planGroupRights(source, person.groups);
  const identity = await findIdentity(tx.read, person);
  return planUntoldRights(source, identity === undefined ? [] : readStoredGroups(identity));
}

/**
 * Finds or makes the account of a person, and gives it the rights of their groups.
 * @returns the account as it is now
 * @throws {SignInRefusal}
 */
export async function openAccount(
  tx: Tx,
  ctx: AccountsContext,
  told: { readonly source: SignInRules; readonly person: Person },
): Promise<OpenedAccount> {
  const { source, person } = told;
  if (!isSubject(person.subject)) throw new SignInRefusal('invalid');
  await lockUsers(tx);
  await requireAllGroups(tx, ctx, told);
  const rights = await planRights(tx, told);
  if (source.onlyMembers && !rights.isMember) throw new SignInRefusal('not-member', { username: person.names[0] });
  const opened = await findOrMake(tx, ctx, told, rights);
  const { user, identityId } = opened;
  const isUnconfirmed = user.mustVerify === 1 && ctx.access.requiresVerification();
  // A child profile has no sign-in, whatever an identity says.
  if (user.isActive !== 1 || user.parentId !== null || isUnconfirmed) throw new SignInRefusal('inactive', user);
  const { email, groups } = person;
  const use = { provider: source.name, email, lastUsedAt: Date.now() };
  await writeIdentityUse(tx, identityId, groups === null ? use : { ...use, groups: JSON.stringify(groups) });
  await writeGroupRights(tx, ctx, user, { rights, groups: groups ?? [], source: source.name });
  return { ...opened, user: (await findUser(tx.read, user.id)) ?? user };
}

/**
 * Links a person to the account whose session asked for it.
 * @throws {SignInRefusal}
 */
export async function linkAccount(
  tx: Tx,
  ctx: AccountsContext,
  told: { readonly source: SignInRules; readonly person: Person },
  { userId, sessionId }: NonNullable<Attempt['link']>,
): Promise<void> {
  if (!isSubject(told.person.subject)) throw new SignInRefusal('invalid');
  await lockUsers(tx);
  const open = await findOpenSession(tx.read, sessionId);
  const isUsable = open?.user.isActive === 1 && !lacksFactor(ctx.access, open.session, open.user);
  const isOpen = isUsable && open.session.userId === userId && open.session.expiresAt > Date.now();
  // A child that took over the browser meanwhile would link a sign-in of its own to the parent.
  const isOwn = isOpen && open.session.profileId === null;
  const user = isOwn ? await findUser(tx.read, userId) : undefined;
  if (user === undefined) throw new SignInRefusal('expired');
  const known = await findIdentity(tx.read, told.person);
  if (known !== undefined && known.userId !== userId) throw new SignInRefusal('taken', user);
  if (known !== undefined) return;
  await requireAllGroups(tx, ctx, told);
  await linkIdentity(tx, ctx, user, told);
}
