import { AUDIT_ACTIONS, type AuditAction, type AuditActorKind } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, Tx } from '#db/open.ts';
import { auditNameKey, insertAuditEntries } from '#db/repos/system/audit.repo.ts';
import type { AuditEntryTable } from '#db/schema/index.ts';
import type { Log } from '#log/logger.ts';
import { getOrigin, type Origin } from './origin.ts';

/** Context of the audit log. */
export interface AuditContext {
  readonly log: Pick<Log, 'users'>;
}

type Person = Pick<Viewer, 'userId' | 'username' | 'apiKey' | 'viewedBy'>;

/** A viewer, the operator of the machine (`lectern user`), a user with a link from a mail, a sign-in provider, or the server itself. */
type Actor = Person | Exclude<AuditActorKind, 'user'>;

type Details = Readonly<Record<string, unknown>>;

/** One entry of the audit log. */
export interface AuditNote {
  readonly action: AuditAction;
  readonly actor: Actor;
  /** The account that it is about. */
  readonly account?: { readonly id: string; readonly username: string } | undefined;
  /** What else it is about. */
  readonly target?: { readonly kind: string; readonly id: string; readonly name: string };
  /** Changed fields and numbers. Never the value of a password, a key or an address. */
  readonly details?: Details;
}

/** The messages of the log. Operators filter by them, so they never change. */
const MESSAGES: Readonly<Record<AuditAction, string>> = {
  signed_in: 'signed in',
  sign_in_refused: 'sign-in refused',
  signed_out: 'signed out',
  sessions_ended: 'sessions ended',
  device_added: 'device added',
  recovery_code_used: 'recovery code used',
  account_viewed: 'account viewed',
  child_profile_opened: 'child profile opened',
  child_profile_left: 'child profile left',
  account_added: 'account added',
  account_changed: 'account changed',
  account_deleted: 'account deleted',
  password_changed: 'password changed',
  identity_linked: 'identity linked',
  identity_unlinked: 'identity unlinked',
  factor_added: 'second factor added',
  factor_removed: 'second factor removed',
  recovery_codes_made: 'recovery codes made',
  reset_link_made: 'reset link made',
  invitation_made: 'invitation made',
  invitation_deleted: 'invitation deleted',
  // Older releases had one message for all changes of an account.
  rights_changed: 'account changed',
  age_limit_changed: 'account changed',
  sharing_changed: 'sharing changed',
  access_group_added: 'access group added',
  access_group_changed: 'access group changed',
  access_group_deleted: 'access group deleted',
  share_made: 'link shared',
  share_deleted: 'shared link ended',
  role_added: 'role added',
  role_changed: 'role changed',
  role_deleted: 'role deleted',
  api_key_made: 'API key made',
  api_key_changed: 'API key changed',
  api_key_revoked: 'API key revoked',
  setting_changed: 'setting changed',
  sign_in_provider_added: 'sign-in provider added',
  sign_in_provider_changed: 'sign-in provider changed',
  sign_in_provider_removed: 'sign-in provider removed',
  export_made: 'export made',
  export_downloaded: 'export downloaded',
  backup_downloaded: 'backup downloaded',
  audit_exported: 'audit log exported',
  library_deleted: 'library deleted',
  books_binned: 'books moved to the bin',
  books_removed: 'books removed for good',
  backup_deleted: 'backup deleted',
  books_restored: 'books restored from the bin',
  restore_requested: 'restore started',
  restore_ended: 'restore recorded',
};

/** Longer names are cut. */
const MAX_NAME = 300;

function cut(name: string | undefined): string | null {
  return name?.slice(0, MAX_NAME) ?? null;
}

/** Who acts: while an admin sees the app as another account does, it is the admin. */
function getPerson({ userId, username, viewedBy }: Person): Pick<Person, 'userId' | 'username'> {
  return viewedBy ?? { userId, username };
}

function actorColumns(actor: Actor) {
  if (typeof actor === 'string') {
    return { actorKind: actor, actorId: null, actorName: null, apiKeyId: null, apiKeyName: null };
  }
  const { apiKey } = actor;
  const { userId, username } = getPerson(actor);
  const key = { apiKeyId: apiKey?.id ?? null, apiKeyName: cut(apiKey?.name) };
  return { actorKind: 'user', actorId: userId, actorName: cut(username), ...key };
}

/** The stored form of an entry. */
export function toAuditRow(
  { action, actor, account, target, details = {} }: AuditNote,
  origin: Origin,
  at = Date.now(),
): AuditEntryTable {
  const columns = actorColumns(actor);
  const [accountName, targetName] = [cut(account?.username), cut(target?.name)];
  const names = [columns.actorName, columns.apiKeyName, accountName, targetName];
  return {
    ...{ id: newId(), at, action, category: AUDIT_ACTIONS[action], ...columns },
    ...origin,
    accountId: account?.id ?? null,
    accountName,
    targetKind: target?.kind ?? null,
    targetId: target?.id ?? null,
    targetName,
    nameKeys: names.map((name) => auditNameKey(name ?? '')).join('\n'),
    details: JSON.stringify(details),
  };
}

const ACTORS: Readonly<Record<Exclude<AuditActorKind, 'user'>, string>> = {
  operator: 'operator',
  link: 'reset link',
  provider: 'sign-in provider',
  stranger: 'stranger',
  server: 'server',
};

function toActorFields(actor: Actor): Details {
  if (typeof actor === 'string') return { actor: ACTORS[actor] };
  const { userId, username } = getPerson(actor);
  return { actorId: userId, actor: username, ...(actor.apiKey === undefined ? {} : { actorKeyId: actor.apiKey.id }) };
}

/** The fields of the line in the log. */
function toLine({ actor, account, target, details }: AuditNote): Details {
  return {
    ...toActorFields(actor),
    ...(account === undefined ? {} : { accountId: account.id, account: account.username }),
    ...(target === undefined ? {} : { target }),
    ...details,
  };
}

/** Records a change together with it: without the entry there is no change. Also logs it at level `info` after the commit. */
export async function writeAudit(
  tx: Tx,
  { log }: AuditContext,
  note: AuditNote,
  origin: Origin = getOrigin(),
): Promise<void> {
  await insertAuditEntries(tx, [toAuditRow(note, origin)]);
  tx.afterCommit(() => log.users.info(toLine(note), MESSAGES[note.action]));
}

/** Records what changes no row, such as a download. */
export async function recordAudit(ctx: AuditContext & { readonly db: Database }, note: AuditNote): Promise<void> {
  await ctx.db.transaction(async (tx) => writeAudit(tx, ctx, note));
}
