import type { ReleaseSpan } from '@lectern/contract';

/** Numbers of a book. */
export interface Numbered {
  readonly volume: number | null;
  readonly chapter: number | null;
}

interface ReleaseContents {
  readonly volumes: readonly ReleaseSpan[] | null;
  readonly chapters: readonly ReleaseSpan[] | null;
}

/** A release with more numbers never counts as owned. */
const MAX_NUMBERS = 2_000;

/** All whole numbers of the spans, and fractional ends; undefined for too many. */
function listNumbers(spans: readonly ReleaseSpan[]): number[] | undefined {
  const numbers = new Set<number>();
  for (const { start, end } of spans) {
    if (end - start > MAX_NUMBERS) return undefined;
    numbers.add(start).add(end);
    for (let number = Math.ceil(start); number <= end; number += 1) numbers.add(number);
    if (numbers.size > MAX_NUMBERS) return undefined;
  }
  return [...numbers];
}

function hasVolume(books: readonly Numbered[]): (volume: number) => boolean {
  const whole = books.filter(({ chapter }) => chapter === null);
  const volumes = new Set(whole.map(({ volume }) => volume).filter((volume) => volume !== null));
  // Without volumes in the metadata, n books count as the volumes 1 to n.
  const counted = books.some(({ volume }) => volume !== null) ? 0 : whole.length;
  return (volume) => volumes.has(volume) || volume <= counted;
}

/**
 * Whether the library has everything that a release contains. Never true without a volume or chapter.
 * @param chaptersOf chapters of each volume, as set by a user
 */
export function isOwned(
  { volumes, chapters }: ReleaseContents,
  books: readonly Numbered[],
  chaptersOf: Readonly<Record<string, ReleaseSpan>> = {},
): boolean {
  const [wantedVolumes, wantedChapters] = [listNumbers(volumes ?? []), listNumbers(chapters ?? [])];
  if (wantedVolumes === undefined || wantedChapters === undefined) return false;
  if (wantedVolumes.length + wantedChapters.length === 0) return false;
  const isWhole = hasVolume(books);
  const holdsVolumes = wantedVolumes.length > 0 && wantedVolumes.every(isWhole);
  if (wantedChapters.length === 0) return holdsVolumes;
  const inVolume = (chapter: number): boolean =>
    Object.entries(chaptersOf).some(
      ([volume, { start, end }]) => chapter >= start && chapter <= end && isWhole(Number(volume)),
    );
  const fits = ({ volume }: Numbered): boolean =>
    wantedVolumes.length === 0 || volume === null || wantedVolumes.includes(volume);
  const held = new Set(books.filter(fits).map(({ chapter }) => chapter));
  return holdsVolumes || wantedChapters.every((chapter) => held.has(chapter) || inVolume(chapter));
}
