import type { Tx } from '#db/open.ts';
import type { Log } from '#log/logger.ts';
import type { Viewer } from '#core/viewer.ts';

/** Context of the audit log of accounts and keys. */
export interface AuditContext {
  readonly log: Pick<Log, 'users'>;
}

/** The owner of the changed account or key. */
interface Subject {
  readonly id: string;
  readonly username: string;
}

/** A viewer, the operator of the machine (`lectern user`), or a user with a link from a mail. */
type Actor = Pick<Viewer, 'userId' | 'username' | 'apiKey'> | 'operator' | 'reset link';

/** The messages of the audit log. Operators filter by them, so they never change. */
type Message =
  | 'account added'
  | 'account changed'
  | 'account deleted'
  | 'account viewed'
  | 'password changed'
  | 'reset link made'
  | 'sessions ended'
  | 'second factor added'
  | 'second factor removed'
  | 'recovery codes made'
  | 'recovery code used'
  | 'API key made'
  | 'API key changed'
  | 'API key revoked'
  | 'API keys revoked';

/** The messages of the audit log about access groups. */
type GroupMessage = 'access group added' | 'access group changed' | 'access group deleted';

/** One entry of the audit log. */
export interface AuditEntry {
  readonly message: Message;
  readonly actor: Actor;
  readonly subject: Subject;
  /** Changed fields. Never the value of a password or an address. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** One entry of the audit log about an access group. */
interface GroupEntry extends Pick<AuditEntry, 'actor' | 'details'> {
  readonly message: GroupMessage;
  readonly group: { readonly id: string; readonly name: string };
}

function actorFields(actor: Actor): Readonly<Record<string, unknown>> {
  if (typeof actor === 'string') return { actor };
  const { userId, username, apiKey } = actor;
  return { actorId: userId, actor: username, ...(apiKey === undefined ? {} : { actorKeyId: apiKey.id }) };
}

/** Writes an entry to the log, at level `info`. */
export function audit({ log }: AuditContext, { message, actor, subject, details }: AuditEntry): void {
  log.users.info({ ...actorFields(actor), accountId: subject.id, account: subject.username, ...details }, message);
}

/** Writes an entry to the log after the commit. */
export function auditAfterCommit(tx: Tx, ctx: AuditContext, entry: AuditEntry): void {
  tx.afterCommit(() => audit(ctx, entry));
}

/** Writes an entry about an access group to the log after the commit. */
export function auditGroupAfterCommit(tx: Tx, { log }: AuditContext, entry: GroupEntry): void {
  const { message, actor, group, details } = entry;
  tx.afterCommit(() =>
    log.users.info({ ...actorFields(actor), groupId: group.id, group: group.name, ...details }, message),
  );
}
