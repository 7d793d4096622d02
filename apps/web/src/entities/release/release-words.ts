import { plural, t } from '@lingui/core/macro';
import type { Release, ReleaseSpan } from '@lectern/contract';
import { formatNumber, joinList } from '#lib/format.ts';
import { LANGUAGE } from '#lib/locale.ts';
import { languageName } from '#lib/language-name.ts';

export const STATE_WORDS: Readonly<Record<Release['state'], string>> = {
  announced: t`New`,
  marked_acquired: t`Owned`,
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

function volumesWords(spans: readonly ReleaseSpan[]): string {
  const numbers = joined.format(spans.map(spanWords));
  return isOne(spans) ? t`Volume ${numbers}` : t`Volumes ${numbers}`;
}

function chaptersWords(spans: readonly ReleaseSpan[]): string {
  const numbers = joined.format(spans.map(spanWords));
  return isOne(spans) ? t`Chapter ${numbers}` : t`Chapters ${numbers}`;
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
    ...(volumes === null || volumes.length === 0 ? [] : [volumesWords(volumes)]),
    ...(chapters === null || chapters.length === 0 ? [] : [chaptersWords(chapters)]),
  ];
  return parts.length === 0 ? undefined : joinList(parts);
}

/** Highest volume and chapter in the library. */
interface Owned {
  readonly localMaxVolume?: number | null | undefined;
  readonly localMaxChapter?: number | null | undefined;
  readonly volumesOwned?: number | undefined;
}

function ownedVolumesWords(count: number, highest: number): string {
  if (count === highest) return volumesWords([{ start: 1, end: highest }]);
  const last = formatNumber(highest);
  return plural(count, { one: `# volume, up to ${last}`, other: `# volumes, up to ${last}` });
}

function ownedChaptersWords(highest: number): string {
  const last = formatNumber(highest);
  return t`Chapters up to ${last}`;
}

/** "You have: Volumes 1–12"; vaguer when volumes are missing or chapters go further. */
export function haveWords({ localMaxVolume, localMaxChapter, volumesOwned = 0 }: Owned): string | undefined {
  const parts: string[] = [];
  if (localMaxVolume !== null && localMaxVolume !== undefined && volumesOwned > 0) {
    parts.push(ownedVolumesWords(volumesOwned, localMaxVolume));
  }
  if (localMaxChapter !== null && localMaxChapter !== undefined) parts.push(ownedChaptersWords(localMaxChapter));
  const owned = joinList(parts);
  return parts.length === 0 ? undefined : t`You have: ${owned}`;
}

/** Newer releases: "New: Volumes 13–15". */
export function outWords(releases: readonly Pick<Release, 'volumes' | 'chapters'>[]): string | undefined {
  const volumes = mergeSpans(releases.flatMap((release) => release.volumes ?? []));
  const chapters = mergeSpans(releases.flatMap((release) => release.chapters ?? []));
  const words = holdsWords({ volumes: [...volumes], chapters: [...chapters] });
  return words === undefined ? undefined : t`New: ${words}`;
}

export function languageWords(tag: string): string {
  return tag === '' ? t`Unknown` : languageName(tag);
}

/** The title given by the source, else the contents. */
export function getReleaseTitle(release: Pick<Release, 'metadata' | 'volumes' | 'chapters' | 'seriesTitle'>): string {
  const { title } = release.metadata;
  return typeof title === 'string' && title.trim() !== '' ? title : (holdsWords(release) ?? release.seriesTitle);
}

/** A lower match confidence is pointed out. */
const SURE = 0.9;

/** Why the matched series may be wrong; undefined for a sure match. */
export function findDoubt({
  confidence,
  matchedBy: reason,
}: Pick<Release, 'confidence' | 'matchedBy'>): string | undefined {
  return confidence >= SURE ? undefined : t`Uncertain match: ${reason}`;
}

/** Web addresses only; undefined for any other. */
export function safeAddress(address: string | null): string | undefined {
  if (address === null) return undefined;
  const protocol = URL.parse(address)?.protocol;
  return protocol === 'http:' || protocol === 'https:' || protocol === 'magnet:' ? address : undefined;
}
