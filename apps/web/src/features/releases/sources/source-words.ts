import { plural, t } from '@lingui/core/macro';
import type { ReleaseSource, ReleaseSourceKind } from '@lectern/contract';
import { scheduleWords } from '#entities/schedule/schedule.ts';
import { formatAgo, formatMoment } from '#lib/format.ts';

export const KIND_WORDS: Readonly<Record<ReleaseSourceKind, { readonly label: string; readonly sentence: string }>> = {
  'rss-uploader': {
    label: t`Feed of many series`,
    sentence: t`RSS or Atom. Lectern finds tracked series by their titles.`,
  },
  'rss-series': {
    label: t`Feed of one series`,
    sentence: t`RSS or Atom. All its releases belong to the series that you choose.`,
  },
  'api-feed': {
    label: t`Push from a program`,
    sentence: t`A script or another server sends releases to Lectern with an API key.`,
  },
};

/** Result of the last poll: "Checked 5 minutes ago · 40 entries · 3 new releases of tracked series". */
export function foundWords({ kind, lastPolledAt, lastSummary }: ReleaseSource, nowAt: number): string {
  if (kind === 'api-feed') return t`Waits for a program to send releases`;
  if (lastPolledAt === null) return t`Not checked yet`;
  const ago = formatAgo(lastPolledAt, nowAt);
  const facts = [t`Checked ${ago}`];
  if (lastSummary?.notModified === true) facts.push(t`No changes`);
  else if (lastSummary !== null) {
    const { candidatesReturned: found, candidatesRecorded: recorded } = lastSummary;
    facts.push(
      plural(found, { one: '# entry', other: '# entries' }),
      plural(recorded, { one: '# new release of tracked series', other: '# new releases of tracked series' }),
    );
  }
  return facts.join(' · ');
}

/** Next poll and interval. */
export function nextWords(source: ReleaseSource): string | undefined {
  const { kind, enabled, nextPollAt, effectiveCronSchedule } = source;
  if (kind === 'api-feed') return undefined;
  if (!enabled) return t`Turned off`;
  const schedule = scheduleWords(effectiveCronSchedule);
  if (nextPollAt === null) return t`Schedule: ${schedule}`;
  const moment = formatMoment(nextPollAt);
  return [t`Next check: ${moment}`, t`Schedule: ${schedule}`].join(' · ');
}

/** The last error and its time; undefined without one. */
export function failureWords({ lastError, lastErrorAt, failures }: ReleaseSource, nowAt: number): string | undefined {
  if (lastError === null) return undefined;
  const reason = sentence(lastError);
  if (lastErrorAt === null) return t`The last check failed. ${reason}`;
  const ago = formatAgo(lastErrorAt, nowAt);
  if (failures <= 1) return t`The last check failed ${ago}. ${reason}`;
  return plural(failures, {
    one: `The last # check failed, most recently ${ago}. ${reason}`,
    other: `The last # checks failed, most recently ${ago}. ${reason}`,
  });
}

function sentence(text: string): string {
  const trimmed = text.trim();
  const begun = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
