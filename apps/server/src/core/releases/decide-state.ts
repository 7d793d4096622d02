import type { ReleaseSpan, ReleaseState } from '@lectern/contract';
import { z } from 'zod';
import type { TrackingRow } from '#db/repos/release-tracking.repo.ts';
import type { PlacedCandidate } from './candidate.ts';
import { isOwned, type Numbered } from './owned.ts';
import { largestEnd } from './spans.ts';

/** Below it a release is not taken. */
export const CONFIDENCE_THRESHOLD = 0.7;

/** How releases of a series are looked for, as far as it decides about them. */
export interface Interest {
  readonly trackVolumes: boolean;
  readonly trackChapters: boolean;
  readonly fromVolume: number | null;
  readonly fromChapter: number | null;
  readonly languages: readonly string[];
  /** Lower case; null for all. */
  readonly groups: readonly string[] | null;
  readonly threshold: number;
  readonly chaptersOf: Readonly<Record<string, ReleaseSpan>>;
}

const Texts = z.array(z.string());
const Chapters = z.record(z.string(), z.object({ start: z.number(), end: z.number() }));

/** Chapters of volumes as they are stored. */
export function readChapterMap(json: string | null): Record<string, ReleaseSpan> {
  return json === null ? {} : Chapters.parse(JSON.parse(json));
}

function readTexts(json: string | null): string[] | null {
  return json === null ? null : Texts.parse(JSON.parse(json)).map((text) => text.toLowerCase());
}

/**
 * What somebody who tracks a series wants to hear of.
 * @param row undefined for a series that nobody ever tracked
 * @param defaultLanguages of the setting
 */
export function interestIn(row: TrackingRow | undefined, defaultLanguages: readonly string[]): Interest {
  return {
    trackVolumes: row?.trackVolumes !== 0,
    trackChapters: row?.trackChapters !== 0,
    fromVolume: row?.fromVolume ?? null,
    fromChapter: row?.fromChapter ?? null,
    languages: readTexts(row?.languages ?? null) ?? defaultLanguages.map((language) => language.toLowerCase()),
    groups: readTexts(row?.groups ?? null),
    threshold: row?.confidenceThresholdOverride ?? CONFIDENCE_THRESHOLD,
    chaptersOf: readChapterMap(row?.volumeChapterMap ?? null),
  };
}

/** Whether a language is one of those wanted: `pt-br` is when `pt` is. One that is not told is. */
export function isWantedLanguage(language: string | null, wanted: readonly string[]): boolean {
  if (language === null || wanted.length === 0) return true;
  const [primary = ''] = language.split('-');
  return wanted.includes(language) || wanted.includes(primary);
}

function isBefore(spans: readonly ReleaseSpan[] | null, from: number | null): boolean {
  const end = largestEnd(spans);
  return end !== null && from !== null && end < from;
}

function isOutside(release: PlacedCandidate, interest: Interest): boolean {
  const { volumes, chapters, language, groupOrUploader } = release;
  const { trackVolumes, trackChapters, fromVolume, fromChapter, languages, groups } = interest;
  const hasAxis = volumes !== null || chapters !== null;
  const isTracked = (volumes !== null && trackVolumes) || (chapters !== null && trackChapters);
  const isOld = isBefore(volumes, fromVolume) || (volumes === null && isBefore(chapters, fromChapter));
  const isOtherGroup = groups !== null && groupOrUploader !== null && !groups.includes(groupOrUploader.toLowerCase());
  return (hasAxis && !isTracked) || isOld || isOtherGroup || !isWantedLanguage(language, languages);
}

/**
 * The state that a new release begins with: hidden when nobody wants to hear of it, acquired when it is there already.
 * @param books of its series
 */
export function decideState(release: PlacedCandidate, interest: Interest, books: readonly Numbered[]): ReleaseState {
  if (isOutside(release, interest)) return 'hidden';
  return isOwned(release, books, interest.chaptersOf) ? 'marked_acquired' : 'announced';
}
