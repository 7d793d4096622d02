import type {
  ReleaseSource,
  ReleaseSourceConfig,
  ReleaseSourceKind,
  ReleaseSourceNew,
  ReleaseSourceUpdate,
} from '@lectern/contract';

/** How a feed proves who asks for it; `kept` leaves what the server holds. */
export type SecretKind = 'none' | 'token' | 'password' | 'kept';

/** A source as its form has it. */
export interface SourceDraft {
  readonly kind: ReleaseSourceKind;
  readonly displayName: string;
  readonly url: string;
  /** The series of a feed about one. */
  readonly series: { readonly id: string; readonly title: string } | undefined;
  readonly language: string;
  /** Cron; empty for as often as the server does by itself. */
  readonly cronSchedule: string;
  /** Whether the server has a secret of it. */
  readonly holdsSecret: boolean;
  readonly secretKind: SecretKind;
  readonly username: string;
  readonly secret: string;
}

/** A form for another source. */
export const NEW_SOURCE: SourceDraft = {
  ...{ kind: 'rss-uploader', displayName: '', url: '', series: undefined, language: '', cronSchedule: '' },
  ...{ holdsSecret: false, secretKind: 'none', username: '', secret: '' },
};

/** A form for a source that there is. */
export function draftOf({ kind, displayName, config, cronSchedule, hasSecret }: ReleaseSource): SourceDraft {
  const { url = '', seriesId, language = '', username = '' } = config;
  return {
    ...{ kind, displayName, url, language, username, secret: '' },
    series: seriesId === undefined ? undefined : { id: seriesId, title: 'As before' },
    cronSchedule: cronSchedule ?? '',
    holdsSecret: hasSecret,
    secretKind: hasSecret ? 'kept' : 'none',
  };
}

/** @param before what the form does not show and has to stay */
function configOf(draft: SourceDraft, before: ReleaseSourceConfig): ReleaseSourceConfig {
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

function secretOf({ kind, secretKind, secret }: SourceDraft): string | null | undefined {
  if (kind === 'api-feed' || secretKind === 'none') return null;
  return secretKind === 'kept' ? undefined : secret;
}

/** What makes a source. */
export function newSourceOf(draft: SourceDraft): ReleaseSourceNew {
  const { kind, displayName, cronSchedule } = draft;
  const secret = secretOf(draft);
  return {
    ...{ kind, displayName: displayName.trim(), enabled: true, config: configOf(draft, {}) },
    ...(cronSchedule.trim() === '' ? {} : { cronSchedule: cronSchedule.trim() }),
    ...(typeof secret === 'string' ? { secret } : {}),
  };
}

/** What changes one. */
export function changeOf(draft: SourceDraft, source: ReleaseSource): ReleaseSourceUpdate {
  const secret = secretOf(draft);
  const cron = draft.cronSchedule.trim();
  return {
    displayName: draft.displayName.trim(),
    config: configOf(draft, source.config),
    cronSchedule: cron === '' ? null : cron,
    ...(secret === undefined || (secret === null && !source.hasSecret) ? {} : { secret }),
  };
}

/**
 * What gives a source back what it had; undefined where that cannot be, since nobody is told a secret.
 * @param change what was sent
 */
export function undoOf({ secret }: ReleaseSourceUpdate, before: ReleaseSource, after: ReleaseSource) {
  if (secret !== undefined || before.hasSecret !== after.hasSecret) return undefined;
  const { displayName, config, cronSchedule } = before;
  return { displayName, config, cronSchedule };
}

/** What is missing in a form, for people; undefined when it can be sent. */
export function problemOf({ kind, series, secretKind, username, secret }: SourceDraft): string | undefined {
  if (kind === 'rss-series' && series === undefined) return 'Choose the series that the feed is about.';
  if (kind === 'api-feed' || secretKind === 'none' || secretKind === 'kept') return undefined;
  if (secretKind === 'password' && username.trim() === '') return 'Write the name that the password belongs to.';
  return secret === '' ? 'Write the secret, or choose that there is none.' : undefined;
}
