import type { ReleaseSpan } from '@lectern/contract';

/** A book as far as numbers tell it from others. */
export interface Numbered {
  readonly volume: number | null;
  readonly chapter: number | null;
}

/** What a release holds. */
export interface ReleaseContents {
  readonly volumes: readonly ReleaseSpan[] | null;
  readonly chapters: readonly ReleaseSpan[] | null;
}

/** Numbers of one release that are looked at; one that claims more is never taken for owned. */
const MAX_NUMBERS = 2_000;

/** Every whole number of the spans, and ends that are none; undefined for too many. */
function numbersOf(spans: readonly ReleaseSpan[]): number[] | undefined {
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
  // Where no book tells its volume, so many books are taken for the first so many volumes.
  const counted = books.some(({ volume }) => volume !== null) ? 0 : whole.length;
  return (volume) => volumes.has(volume) || volume <= counted;
}

/**
 * Whether all that a release holds is there already. A release that tells neither volume nor chapter never is.
 * @param chaptersOf chapters of each volume, as far as somebody said so
 */
export function isOwned(
  { volumes, chapters }: ReleaseContents,
  books: readonly Numbered[],
  chaptersOf: Readonly<Record<string, ReleaseSpan>> = {},
): boolean {
  const [wantedVolumes, wantedChapters] = [numbersOf(volumes ?? []), numbersOf(chapters ?? [])];
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
