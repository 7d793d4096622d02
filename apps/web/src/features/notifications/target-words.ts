import { t } from '@lingui/core/macro';
import type { NoticeKind, NoticeTargetType } from '@lectern/contract';

/** Whose targets a page shows. */
export type TargetScope = 'user' | 'server';

interface TypeWords {
  readonly label: string;
  readonly sentence: string;
  /** Label of the address; undefined for mail. */
  readonly address: string | undefined;
  readonly example: string;
  /** Label of the secret; undefined where there is none. */
  readonly secret: string | undefined;
  readonly secretHint: string;
}

export const TYPE_WORDS: Readonly<Record<NoticeTargetType, TypeWords>> = {
  ntfy: {
    label: 'ntfy',
    sentence: t`An app on your phone, through ntfy.sh or your own server.`,
    address: t`Address with the topic`,
    example: 'https://ntfy.sh/my-topic',
    secret: t`Access token`,
    secretHint: t`Only for a topic that needs one.`,
  },
  gotify: {
    label: 'Gotify',
    sentence: t`An app on your phone, through your Gotify server.`,
    address: t`Server address`,
    example: 'https://gotify.example.org',
    secret: t`App token`,
    secretHint: t`Gotify shows it under Apps.`,
  },
  discord: {
    label: 'Discord',
    sentence: t`A Discord channel, through its webhook. Other services take the same format.`,
    address: t`Webhook address`,
    example: 'https://discord.com/api/webhooks/…',
    secret: undefined,
    secretHint: '',
  },
  mail: {
    label: t`Mail`,
    sentence: t`A mail for each notification.`,
    address: undefined,
    example: '',
    secret: undefined,
    secretHint: '',
  },
  webhook: {
    label: t`Webhook`,
    sentence: t`A program of yours that receives signed JSON.`,
    address: t`Address`,
    example: 'https://example.org/lectern',
    secret: t`Signing secret`,
    secretHint: t`16 characters or more. The program checks the signature with it.`,
  },
};

export const TARGET_TYPES = [
  'ntfy',
  'gotify',
  'discord',
  'mail',
  'webhook',
] as const satisfies readonly NoticeTargetType[];

interface KindWords {
  readonly scope: TargetScope;
  readonly label: string;
  readonly hint: string;
}

export const KIND_WORDS: Readonly<Record<NoticeKind, KindWords>> = {
  new_books: { scope: 'user', label: t`New books`, hint: t`Of series that you follow, grouped into one notification.` },
  scan_failed: { scope: 'server', label: t`Failed scans`, hint: t`A library could not be scanned.` },
  task_failed: { scope: 'server', label: t`Failed tasks`, hint: t`A task failed after all attempts.` },
  disk_space: { scope: 'server', label: t`Disk space`, hint: t`The disk of the data folder is nearly full.` },
  health_problem: { scope: 'server', label: t`Other problems`, hint: t`Any other problem that Manage > Health shows.` },
  backup_finished: {
    scope: 'server',
    label: t`Finished backups`,
    hint: t`A backup was made and checked. A failed backup is a failed task.`,
  },
  imports_waiting: {
    scope: 'server',
    label: t`Files to import`,
    hint: t`New files in the import folder wait for review.`,
  },
  imports_finished: {
    scope: 'server',
    label: t`Finished imports`,
    hint: t`Accepted files were moved to their library.`,
  },
};

const KINDS = Object.keys(KIND_WORDS) as NoticeKind[];

/** Kinds that targets of this scope may want. */
export function listKinds(scope: TargetScope): readonly NoticeKind[] {
  return KINDS.filter((kind) => KIND_WORDS[kind].scope === scope);
}
