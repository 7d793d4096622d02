import type { ReadProgress } from '@lectern/contract';
import { z } from 'zod';
import type { ToldPlace } from './read-place.ts';
import { type Chapter, isAddressOf, positionsBefore, type Shape, within } from './shape.ts';

type Progress = Pick<ReadProgress, 'currentPage' | 'completed' | 'progressPercentage' | 'locator'>;

/** Where a reader says it is; others store what they like. */
const Href = z.looseObject({ href: z.string() }).transform(({ href }) => href);

/** The start of a document of the spine, which KOReader opens whatever is in it. */
function startOf(index: number): string {
  return `/body/DocFragment[${String(index + 1)}].0`;
}

function chapterOfPosition(chapters: readonly Chapter[], position: number): number {
  let before = 0;
  for (const [index, { positions }] of chapters.entries()) {
    before += positions;
    if (position <= before) return index;
  }
  return chapters.length - 1;
}

/** Index of the document that somebody is in: that of the locator, where it names one and only one. */
function chapterOfProgress({ currentPage, locator }: Progress, chapters: readonly Chapter[]): number {
  const byPosition = chapterOfPosition(chapters, currentPage);
  const { data: href } = Href.safeParse(locator);
  if (href === undefined) return byPosition;
  const named = chapters.flatMap(({ path }, index) => (isAddressOf(href, path) ? [index] : []));
  return named.length === 0 || named.includes(byPosition) ? byPosition : (named[0] ?? byPosition);
}

/** Somebody's progress as a place that KOReader can open: a page, or the start of the chapter with the share that was read. */
export function tellPlace(progress: Progress, shape: Shape): ToldPlace {
  const { chapters, layout, pageCount } = shape;
  const { currentPage, completed, progressPercentage } = progress;
  const page = within(currentPage, 1, pageCount);
  const shareOfPage = completed ? 1 : page / pageCount;
  if (chapters === undefined || chapters.length === 0) return { progress: String(page), percentage: shareOfPage };
  if (layout === 'pages') {
    const index = chapters.length === pageCount ? page - 1 : Math.floor(((page - 1) / pageCount) * chapters.length);
    return { progress: startOf(index), percentage: shareOfPage };
  }
  const total = Math.max(1, positionsBefore(chapters, chapters.length));
  const share = completed ? 1 : within(progressPercentage ?? (page - 1) / total, 0, 1);
  return { progress: startOf(chapterOfProgress(progress, chapters)), percentage: share };
}
