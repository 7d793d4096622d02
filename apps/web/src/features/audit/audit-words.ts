import { t } from '@lingui/core/macro';
import type { AuditAction, AuditCategory, AuditEntry } from '@lectern/contract';

export const CATEGORY_WORDS: Readonly<Record<AuditCategory, string>> = {
  sign_in: t`Sign-ins`,
  account: t`Accounts`,
  rights: t`Rights`,
  key: t`API keys`,
  setting: t`Settings`,
  export: t`Exports`,
  deletion: t`Deletions`,
  restore: t({ message: 'Restores', context: 'audit log' }),
};

/** What happened, in few words. */
export const ACTION_WORDS: Readonly<Record<AuditAction, string>> = {
  signed_in: t`Signed in`,
  sign_in_refused: t`Sign-in refused`,
  signed_out: t`Signed out`,
  sessions_ended: t`Devices signed out`,
  device_added: t`First use of an app or key`,
  recovery_code_used: t`Recovery code used`,
  account_viewed: t`Account viewed`,
  child_profile_opened: t`Child profile opened`,
  child_profile_left: t`Child profile left`,
  account_added: t`Account added`,
  account_changed: t`Account changed`,
  account_deleted: t`Account deleted`,
  password_changed: t({ message: 'Password changed', context: 'audit log' }),
  identity_linked: t`Sign-in provider linked`,
  identity_unlinked: t`Sign-in provider unlinked`,
  factor_added: t`Second factor added`,
  factor_removed: t`Second factor removed`,
  recovery_codes_made: t`Recovery codes created`,
  reset_link_made: t`Password link created`,
  invitation_made: t`Invitation created`,
  invitation_deleted: t`Invitation ended`,
  rights_changed: t`Rights changed`,
  age_limit_changed: t`Age limit changed`,
  sharing_changed: t`Sharing tags changed`,
  access_group_added: t`Access group added`,
  access_group_changed: t`Access group changed`,
  access_group_deleted: t`Access group deleted`,
  share_made: t`Shared link created`,
  share_deleted: t`Shared link ended`,
  role_added: t`Role added`,
  role_changed: t`Role changed`,
  role_deleted: t`Role deleted`,
  api_key_made: t`API key created`,
  api_key_changed: t`API key changed`,
  api_key_revoked: t`API key revoked`,
  setting_changed: t`Setting changed`,
  sign_in_provider_added: t`Sign-in provider added`,
  sign_in_provider_changed: t`Sign-in provider changed`,
  sign_in_provider_removed: t`Sign-in provider removed`,
  export_made: t`Export started`,
  export_downloaded: t`Export downloaded`,
  backup_downloaded: t`Backup downloaded`,
  audit_exported: t`Audit log exported`,
  library_deleted: t`Library deleted`,
  books_binned: t`Books moved to the bin`,
  books_removed: t`Books deleted for good`,
  backup_deleted: t`Backup deleted`,
  books_restored: t`Books restored from the bin`,
  restore_requested: t`Restore started`,
  restore_ended: t`Restore ended`,
};

/** Who acted. */
export function nameActor({ actor }: AuditEntry): string {
  switch (actor.kind) {
    case 'user':
      return actor.name ?? '';
    case 'operator':
      return t`Command on the server`;
    case 'link':
      return t`Link from a mail`;
    case 'provider':
      return t`Sign-in provider`;
    case 'stranger':
      return t`Unknown visitor`;
    case 'server':
      return t`The server`;
  }
}

/** What an entry is about, unless that is the actor. */
export function nameSubject({ account, actor, target }: AuditEntry): string {
  const ofAccount = account === null || account.id === actor.id ? '' : account.name;
  return [ofAccount, target?.name ?? ''].filter((name) => name !== '').join(' · ');
}
