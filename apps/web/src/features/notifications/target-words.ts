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
    sentence: 'An app on your phone, by way of ntfy.sh or a server of your own.',
    address: 'Address with the topic',
    example: 'https://ntfy.sh/my-topic',
    secret: 'Access token',
    secretHint: 'Only for a topic that asks for one.',
  },
  gotify: {
    label: 'Gotify',
    sentence: 'An app on your phone, by way of your Gotify server.',
    address: 'Address of the server',
    example: 'https://gotify.example.org',
    secret: 'Token of the application',
    secretHint: 'Gotify shows it under Apps.',
  },
  discord: {
    label: 'Discord',
    sentence: 'A channel, by its webhook. Other services take the same format.',
    address: 'Address of the webhook',
    example: 'https://discord.com/api/webhooks/…',
    secret: undefined,
    secretHint: '',
  },
  mail: {
    label: 'Mail',
    sentence: 'A mail for each notification.',
    address: undefined,
    example: '',
    secret: undefined,
    secretHint: '',
  },
  webhook: {
    label: 'Webhook',
    sentence: 'A program of yours that takes signed JSON.',
    address: 'Address',
    example: 'https://example.org/lectern',
    secret: 'Signing secret',
    secretHint: '16 characters or more. The program checks the signature with it.',
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
  new_books: { scope: 'user', label: 'New books', hint: 'Of series that you follow, several in one notification.' },
  scan_failed: { scope: 'server', label: 'Failed scans', hint: 'A library could not be scanned.' },
  task_failed: { scope: 'server', label: 'Failed tasks', hint: 'Background work failed after all attempts.' },
  disk_space: { scope: 'server', label: 'Disk space', hint: 'The disk of the data folder is nearly full.' },
  health_problem: { scope: 'server', label: 'Other problems', hint: 'Whatever Manage > Health calls a problem.' },
  backup_finished: {
    scope: 'server',
    label: 'Finished backups',
    hint: 'A backup was made and checked. One that fails is a failed task.',
  },
  imports_waiting: {
    scope: 'server',
    label: 'Files to import',
    hint: 'New files in the import folder wait for review.',
  },
  imports_finished: { scope: 'server', label: 'Finished imports', hint: 'Accepted files are in their library.' },
};

const KINDS = Object.keys(KIND_WORDS) as NoticeKind[];

/** Kinds that targets of this scope may want. */
export function listKinds(scope: TargetScope): readonly NoticeKind[] {
  return KINDS.filter((kind) => KIND_WORDS[kind].scope === scope);
}
