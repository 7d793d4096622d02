import { findMember, findNumber } from '#lib/find-member.ts';
import type { LocatorValue } from '../engine/progress-queue.ts';
import type { Chapter, Publication } from './publication.ts';

/** A place in the text, independent of font size and window. */
export interface TextPlace {
  /** Index in the reading order. */
  readonly chapter: number;
  /** Share of the chapter's text before it, 0 to 1. */
  readonly progression: number;
}

const BEGINNING: TextPlace = { chapter: 0, progression: 0 };

/** Share of the whole book before a place, 0 to 1. */
export function getTotalProgression({ chapters, total }: Publication, { chapter, progression }: TextPlace): number {
  const found = chapters[chapter];
  return found === undefined ? 0 : Math.min(1, (found.start + progression * found.positions) / total);
}

/** Position number of a place, from 1. */
export function getPosition({ chapters }: Publication, { chapter, progression }: TextPlace): number {
  const found = chapters[chapter];
  if (found === undefined) return 1;
  return found.start + Math.min(found.positions, Math.floor(progression * found.positions) + 1);
}

/** Start of a position; numbers are clamped to the book. */
export function placeAtPosition({ chapters, total }: Publication, position: number): TextPlace {
  const index = Math.min(total, Math.max(1, Math.round(position))) - 1;
  const chapter = chapters.findLastIndex(({ start }) => start <= index);
  const found = chapters[chapter];
  return found === undefined ? BEGINNING : { chapter, progression: (index - found.start) / found.positions };
}

function isSame(chapter: Chapter, href: string): boolean {
  const path = href.split('#', 1)[0] ?? '';
  return chapter.href === path || chapter.path === path || chapter.path.endsWith(`/${path.replace(/^\//, '')}`);
}

/** The place of a locator written by any reader; undefined when it does not match this book. */
export function parsePlace(publication: Publication, locator: unknown): TextPlace | undefined {
  const locations = findMember(locator, 'locations');
  const href = findMember(locator, 'href');
  const chapter = typeof href === 'string' ? publication.chapters.findIndex((item) => isSame(item, href)) : -1;
  const progression = findNumber(locations, 'progression');
  if (chapter !== -1 && progression !== undefined) {
    return { chapter, progression: Math.min(1, Math.max(0, progression)) };
  }
  const position = findNumber(locations, 'position');
  if (position !== undefined) return placeAtPosition(publication, position);
  const total = findNumber(locations, 'totalProgression');
  if (total !== undefined) return placeAtPosition(publication, Math.floor(total * publication.total) + 1);
  return chapter === -1 ? undefined : { chapter, progression: 0 };
}

export function toTextLocator(publication: Publication, place: TextPlace): Readonly<Record<string, LocatorValue>> {
  const chapter = publication.chapters[place.chapter];
  return {
    href: chapter?.href ?? '',
    type: chapter?.type ?? 'application/xhtml+xml',
    ...(chapter?.title === undefined ? {} : { title: chapter.title }),
    locations: {
      progression: place.progression,
      totalProgression: getTotalProgression(publication, place),
      position: getPosition(publication, place),
    },
  };
}
