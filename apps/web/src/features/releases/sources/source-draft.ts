import { t } from '@lingui/core/macro';
import type {
  ReleaseSource,
  ReleaseSourceConfig,
  ReleaseSourceKind,
  ReleaseSourceNew,
  ReleaseSourceUpdate,
} from '@lectern/contract';

/** Authentication of a feed; `lockAgainstChange` keeps the stored secret. */
export type SecretKind = 'none' | 'token' | 'password' | 'kept';

export interface SourceDraft {
  readonly kind: ReleaseSourceKind;
  readonly displayName: string;
  readonly url: string;
  /** The series of a single-series feed. */
  readonly series: { readonly id: string; readonly title: string } | undefined;
  readonly language: string;
  /** Cron expression; empty for the server default. */
  readonly cronSchedule: string;
  /** Whether the server stores a secret. */
  readonly holdsSecret: boolean;
  readonly secretKind: SecretKind;
  readonly username: string;
  readonly secret: string;
}

export const NEW_SOURCE: SourceDraft = {
  ...{ kind: 'rss-uploader', displayName: '', url: '', series: undefined, language: '', cronSchedule: '' },
  ...{ holdsSecret: false, secretKind: 'none', username: '', secret: '' },
};

export function toSourceDraft({ kind, displayName, config, cronSchedule, hasSecret }: ReleaseSource): SourceDraft {
  const { url = '', seriesId, language = '', username = '' } = config;
  return {
    ...{ kind, displayName, url, language, username, secret: '' },
    series: seriesId === undefined ? undefined : { id: seriesId, title: t`Unchanged` },
    cronSchedule: cronSchedule ?? '',
    holdsSecret: hasSecret,
    secretKind: hasSecret ? 'kept' : 'none',
  };
}

/** @param before stored configuration, whose hidden fields are kept */
function toConfig(draft: SourceDraft, before: ReleaseSourceConfig): ReleaseSourceConfig {
  const { kind, url, series, language, secretKind, username } = draft;
  const known = {
    ...(before.maxItems === undefined ? {} : { maxItems: before.maxItems }),
    ...(language.trim() === '' ? {} : { language: language.trim() }),
  };
  if (kind === 'api-feed') return known;
  const named = secretKind === 'password' ? username.trim() : secretKind === 'kept' ? (before.username ?? '') : '';
  return {
    ...known,
    url: url.trim(),
    ...(kind === 'rss-series' && series !== undefined ? { seriesId: series.id } : {}),
    ...(named === '' ? {} : { username: named }),
  };
}

function toSecret({ kind, secretKind, secret }: SourceDraft): string | null | undefined {
  if (kind === 'api-feed' || secretKind === 'none') return null;
  return secretKind === 'kept' ? undefined : secret;
}

export function toNewSource(draft: SourceDraft): ReleaseSourceNew {
  const { kind, displayName, cronSchedule } = draft;
  const secret = toSecret(draft);
  return {
    ...{ kind, displayName: displayName.trim(), enabled: true, config: toConfig(draft, {}) },
    ...(cronSchedule.trim() === '' ? {} : { cronSchedule: cronSchedule.trim() }),
    ...(typeof secret === 'string' ? { secret } : {}),
  };
}

export function toSourceUpdate(draft: SourceDraft, source: ReleaseSource): ReleaseSourceUpdate {
  const secret = toSecret(draft);
  const cron = draft.cronSchedule.trim();
  return {
    displayName: draft.displayName.trim(),
    config: toConfig(draft, source.config),
    cronSchedule: cron === '' ? null : cron,
    ...(secret === undefined || (secret === null && !source.hasSecret) ? {} : { secret }),
  };
}

/**
 * Request body that undoes a change; undefined when the secret changed, since the old one is unknown.
 * @param change the sent change
 */
export function toUndoUpdate({ secret }: ReleaseSourceUpdate, before: ReleaseSource, after: ReleaseSource) {
  if (secret !== undefined || before.hasSecret !== after.hasSecret) return undefined;
  const { displayName, config, cronSchedule } = before;
  return { displayName, config, cronSchedule };
}

/** A sentence for the user; undefined when the form is valid. */
export function findSourceProblem({ kind, series, secretKind, username, secret }: SourceDraft): string | undefined {
  if (kind === 'rss-series' && series === undefined) return t`Choose the series of the feed.`;
  if (kind === 'api-feed' || secretKind === 'none' || secretKind === 'kept') return undefined;
  if (secretKind === 'password' && username.trim() === '') return t`Enter the user name for the password.`;
  return secret === '' ? t`Enter the secret, or choose None.` : undefined;
}
