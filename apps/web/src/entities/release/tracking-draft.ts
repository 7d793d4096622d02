import { t } from '@lingui/core/macro';
import type { ReleaseTracking, ReleaseTrackingUpdate } from '@lectern/contract';

/** Minimum match confidence. */
export type Sureness = 'usual' | 'high' | 'low' | 'own';

export interface TrackingDraft {
  readonly trackVolumes: boolean;
  readonly trackChapters: boolean;
  /** Numbers as typed; empty for all. */
  readonly fromVolume: string;
  readonly fromChapter: string;
  /** Comma-separated; empty for the global setting, or for all groups. */
  readonly languages: string;
  readonly groups: string;
  readonly sureness: Sureness;
}

const LEVELS: Readonly<Record<'high' | 'low', number>> = { high: 0.9, low: 0.5 };

function toSureness(threshold: number | null): Sureness {
  if (threshold === null) return 'usual';
  if (threshold === LEVELS.high) return 'high';
  return threshold === LEVELS.low ? 'low' : 'own';
}

export function toTrackingDraft(tracking: ReleaseTracking): TrackingDraft {
  const { trackVolumes, trackChapters, fromVolume, fromChapter, languages, groups } = tracking;
  return {
    trackVolumes,
    trackChapters,
    fromVolume: fromVolume === null ? '' : String(fromVolume),
    fromChapter: fromChapter === null ? '' : String(fromChapter),
    languages: (languages ?? []).join(', '),
    groups: (groups ?? []).join(', '),
    sureness: toSureness(tracking.confidenceThresholdOverride),
  };
}

function parseNumber(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

function parseList(text: string): string[] | null {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length === 0 ? null : parts;
}

/** Request body; keeps a custom threshold. */
export function toTrackingUpdate(draft: TrackingDraft): ReleaseTrackingUpdate {
  const { trackVolumes, trackChapters, fromVolume, fromChapter, languages, groups, sureness } = draft;
  return {
    trackVolumes,
    trackChapters,
    fromVolume: parseNumber(fromVolume),
    fromChapter: parseNumber(fromChapter),
    languages: parseList(languages),
    groups: parseList(groups),
    ...(sureness === 'own' ? {} : { confidenceThresholdOverride: sureness === 'usual' ? null : LEVELS[sureness] }),
  };
}

/** A sentence for the user; undefined when the form is valid. */
export function findTrackingProblem({
  trackVolumes,
  trackChapters,
  fromVolume,
  fromChapter,
}: TrackingDraft): string | undefined {
  if (!trackVolumes && !trackChapters) return t`Choose volumes, chapters or both, or turn tracking off.`;
  const numbers = [parseNumber(fromVolume), parseNumber(fromChapter)];
  const isWrong = numbers.some((number) => number !== null && !(number >= 0 && number <= 1_000_000));
  return isWrong ? t`Enter volumes and chapters as numbers from 0.` : undefined;
}
