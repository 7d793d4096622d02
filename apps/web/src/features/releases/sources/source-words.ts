import { plural, t } from '@lingui/core/macro';
import type { ReleaseSource, ReleaseSourceKind } from '@lectern/contract';
import { scheduleWords } from '#entities/schedule/schedule.ts';
import { formatAgo, formatMoment, formatNumber } from '#lib/format.ts';

export const KIND_WORDS: Readonly<Record<ReleaseSourceKind, { readonly label: string; readonly sentence: string }>> = {
  'rss-uploader': {
    label: t`A feed about many series`,
    sentence: t`RSS or Atom. Lectern finds the series that are tracked by their titles.`,
  },
  'rss-series': {
    label: t`A feed about one series`,
    sentence: t`RSS or Atom. Whatever it tells is of the series that you name.`,
  },
  'api-feed': {
    label: t`A program that tells`,
    sentence: t`A script or another server sends releases to an address of Lectern, with an API key.`,
  },
};

/** Result of the last poll: "Looked 5 minutes ago: 40 entries, 3 new". */
export function foundWords({ kind, lastPolledAt, lastSummary }: ReleaseSource, nowAt: number): string {
  if (kind === 'api-feed') return t`Waits for what programs tell`;
  if (lastPolledAt === null) return t`Not looked at yet`;
  const when = t`Looked ${formatAgo(lastPolledAt, nowAt)}`;
  if (lastSummary === null) return when;
  if (lastSummary.notModified) return t`${when}: nothing changed`;
  const { candidatesReturned: all, candidatesRecorded: recorded } = lastSummary;
  return t`${when}: ${plural(all, { one: '# entry', other: '# entries' })}, ${formatNumber(recorded)} new of series that are tracked`;
}

/** Next poll and interval. */
export function nextWords(source: ReleaseSource): string | undefined {
  const { kind, enabled, nextPollAt, effectiveCronSchedule } = source;
  if (kind === 'api-feed') return undefined;
  if (!enabled) return t`Switched off`;
  const often = scheduleWords(effectiveCronSchedule);
  return nextPollAt === null ? t`Is looked at ${often}` : t`Next ${formatMoment(nextPollAt)}, ${often}`;
}

/** The last error and its time; undefined without one. */
export function failureWords({ lastError, lastErrorAt, failures }: ReleaseSource, nowAt: number): string | undefined {
  if (lastError === null) return undefined;
  const times = failures > 1 ? t`${formatNumber(failures)} times in a row, the last ` : '';
  const when = lastErrorAt === null ? '' : ` ${times}${formatAgo(lastErrorAt, nowAt)}`;
  return t`It could not be read${when}. ${sentence(lastError)}`;
}

function sentence(text: string): string {
  const trimmed = text.trim();
  const begun = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
