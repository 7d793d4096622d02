import type { ReleaseSpan } from '@lectern/contract';
import { z } from 'zod';
import type { TrackingRow } from '#db/repos/releases/release-tracking.repo.ts';
import { readChapterMap } from './spans.ts';

const CONFIDENCE_THRESHOLD = 0.7;

/** What a series' tracking accepts. */
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

const ANYTHING: Omit<Interest, 'languages'> = {
  trackVolumes: true,
  trackChapters: true,
  fromVolume: null,
  fromChapter: null,
  groups: null,
  threshold: CONFIDENCE_THRESHOLD,
  chaptersOf: {},
};

const Texts = z.array(z.string());

function readTexts(json: string | null): string[] | null {
  return json === null ? null : Texts.parse(JSON.parse(json)).map((text) => text.toLowerCase());
}

/**
 * What the tracking of a series accepts.
 * @param row undefined for an untracked series
 * @param defaultLanguages of the setting
 */
export function interestIn(row: TrackingRow | undefined, defaultLanguages: readonly string[]): Interest {
  const common = defaultLanguages.map((language) => language.toLowerCase());
  if (row === undefined) return { ...ANYTHING, languages: common };
  return {
    trackVolumes: row.trackVolumes === 1,
    trackChapters: row.trackChapters === 1,
    fromVolume: row.fromVolume,
    fromChapter: row.fromChapter,
    languages: readTexts(row.languages) ?? common,
    groups: readTexts(row.groups),
    threshold: row.confidenceThresholdOverride ?? CONFIDENCE_THRESHOLD,
    chaptersOf: readChapterMap(row.volumeChapterMap),
  };
}

/** Whether a language is wanted: `pt` accepts `pt-br`. An unknown language always is. */
export function isWantedLanguage(language: string | null, wanted: readonly string[]): boolean {
  if (language === null || wanted.length === 0) return true;
  const [primary = ''] = language.split('-');
  return wanted.includes(language) || wanted.includes(primary);
}
