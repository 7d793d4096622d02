import { t } from '@lingui/core/macro';
import type { Release, ReleaseSpan } from '@lectern/contract';
import { formatNumber } from '#lib/format.ts';
import { LANGUAGE } from '#lib/locale.ts';
import { languageName } from '#lib/language-name.ts';

export const STATE_WORDS: Readonly<Record<Release['state'], string>> = {
  announced: t`New`,
  marked_acquired: t`Here already`,
  dismissed: t`Dismissed`,
  hidden: t`Hidden`,
};

const joined = new Intl.ListFormat(LANGUAGE, { style: 'long', type: 'conjunction' });

function spanWords({ start, end }: ReleaseSpan): string {
  return start === end ? formatNumber(start) : `${formatNumber(start)}–${formatNumber(end)}`;
}

function isOne(spans: readonly ReleaseSpan[]): boolean {
  const [only] = spans;
  return spans.length === 1 && only !== undefined && only.start === only.end;
}

function numbersWords(one: string, many: string, spans: readonly ReleaseSpan[]): string {
  return `${isOne(spans) ? one : many} ${joined.format(spans.map(spanWords))}`;
}

/** Sorts spans of integers and merges adjacent ones: 1–2 and 3 become 1–3. */
export function mergeSpans(spans: readonly ReleaseSpan[]): readonly ReleaseSpan[] {
  const merged: ReleaseSpan[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last !== undefined && span.start <= last.end + 1) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    } else merged.push(span);
  }
  return merged;
}

/** Contents of a release: "Volume 13", "Chapters 12–14"; undefined without numbers. */
export function holdsWords({ volumes, chapters }: Pick<Release, 'volumes' | 'chapters'>): string | undefined {
  const parts = [
    ...(volumes === null || volumes.length === 0 ? [] : [numbersWords(t`Volume`, t`Volumes`, volumes)]),
    ...(chapters === null || chapters.length === 0 ? [] : [numbersWords(t`Chapter`, t`Chapters`, chapters)]),
  ];
  const [first, ...more] = parts;
  return first === undefined ? undefined : [first, ...more.map((part) => part.toLowerCase())].join(', ');
}

/** Highest volume and chapter in the library. */
interface Owned {
  readonly localMaxVolume?: number | null | undefined;
  readonly localMaxChapter?: number | null | undefined;
  readonly volumesOwned?: number | undefined;
}

/** "You have volumes 1–12"; vaguer when volumes are missing or chapters go further. */
export function haveWords({ localMaxVolume, localMaxChapter, volumesOwned = 0 }: Owned): string | undefined {
  const parts: string[] = [];
  if (localMaxVolume !== null && localMaxVolume !== undefined && volumesOwned > 0) {
    const whole = volumesOwned === localMaxVolume;
    const all = localMaxVolume === 1 ? 'volume 1' : t`volumes 1–${formatNumber(localMaxVolume)}`;
    parts.push(
      whole
        ? all
        : t`${formatNumber(volumesOwned)} ${volumesOwned === 1 ? 'volume' : 'volumes'}, up to ${formatNumber(localMaxVolume)}`,
    );
  }
  if (localMaxChapter !== null && localMaxChapter !== undefined) {
    parts.push(t`chapters up to ${formatNumber(localMaxChapter)}`);
  }
  return parts.length === 0 ? undefined : t`You have ${joined.format(parts)}`;
}

/** Newer releases: "Out: volumes 13–15". */
export function outWords(releases: readonly Pick<Release, 'volumes' | 'chapters'>[]): string | undefined {
  const volumes = mergeSpans(releases.flatMap((release) => release.volumes ?? []));
  const chapters = mergeSpans(releases.flatMap((release) => release.chapters ?? []));
  const words = holdsWords({ volumes: [...volumes], chapters: [...chapters] });
  return words === undefined ? undefined : t`Out: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

export function languageWords(tag: string): string {
  return tag === '' ? t`Not told` : languageName(tag);
}

/** The title given by the source, else the contents. */
export function getReleaseTitle(release: Pick<Release, 'metadata' | 'volumes' | 'chapters' | 'seriesTitle'>): string {
  const { title } = release.metadata;
  return typeof title === 'string' && title.trim() !== '' ? title : (holdsWords(release) ?? release.seriesTitle);
}

/** A lower match confidence is pointed out. */
const SURE = 0.9;

/** Why the matched series may be wrong; undefined for a sure match. */
export function findDoubt({ confidence, matchedBy }: Pick<Release, 'confidence' | 'matchedBy'>): string | undefined {
  return confidence >= SURE ? undefined : t`Not quite sure. ${matchedBy.charAt(0).toUpperCase()}${matchedBy.slice(1)}`;
}

/** Web addresses only; undefined for any other. */
export function safeAddress(address: string | null): string | undefined {
  if (address === null) return undefined;
  const protocol = URL.parse(address)?.protocol;
  return protocol === 'http:' || protocol === 'https:' || protocol === 'magnet:' ? address : undefined;
}
