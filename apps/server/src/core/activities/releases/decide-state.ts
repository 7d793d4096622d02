import type { ReleaseSpan, ReleaseState } from '@lectern/contract';
import type { PlacedCandidate } from './candidate.ts';
import { isOwned, type Numbered } from './is-owned.ts';
import { largestEnd } from './spans.ts';
import { type Interest, isWantedLanguage } from './interest.ts';

function isBefore(spans: readonly ReleaseSpan[] | null, from: number | null): boolean {
  const end = largestEnd(spans);
  return end !== null && from !== null && end < from;
}

/** It contains only volumes or only chapters, and the series tracks the other. */
function isOffAxis({ volumes, chapters }: PlacedCandidate, { trackVolumes, trackChapters }: Interest): boolean {
  if (volumes === null && chapters === null) return false;
  return (volumes === null || !trackVolumes) && (chapters === null || !trackChapters);
}

function isOld({ volumes, chapters }: PlacedCandidate, { fromVolume, fromChapter }: Interest): boolean {
  return isBefore(volumes, fromVolume) || (volumes === null && isBefore(chapters, fromChapter));
}

function isOtherGroup({ groupOrUploader: group }: PlacedCandidate, { groups }: Interest): boolean {
  return groups !== null && group !== null && !groups.includes(group.toLowerCase());
}

function isOutside(release: PlacedCandidate, interest: Interest): boolean {
  return (
    isOffAxis(release, interest) ||
    isOld(release, interest) ||
    isOtherGroup(release, interest) ||
    !isWantedLanguage(release.language, interest.languages)
  );
}

/** The first state of a new release: hidden when the tracking excludes it, acquired when `books` of its series contain it. */
export function decideState(release: PlacedCandidate, interest: Interest, books: readonly Numbered[]): ReleaseState {
  if (isOutside(release, interest)) return 'hidden';
  return isOwned(release, books, interest.chaptersOf) ? 'marked_acquired' : 'announced';
}
