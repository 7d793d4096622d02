import type { Locator, ReadProgress } from '@lectern/contract';
import { z } from 'zod';
import { type Chapter, pointsTo, positionsBefore, type Shape, within } from './find-document.ts';

/** A place in KOReader's format. */
export interface ToldPlace {
  /** A page number, or an XPointer such as `/body/DocFragment[12]/body/div/p[3]/text().0`. */
  readonly progress: string;
  /** 0 to 1. */
  readonly percentage: number;
}

/** A place in Lectern's format. */
interface BookPlace {
  readonly page: number;
  /** 0 to 1; null when the page determines it. */
  readonly percentage: number | null;
  readonly locator: z.infer<typeof Locator> | null;
}

const PAGE = /^\d{1,7}$/;
/** KOReader leaves out the index when the spine has one document. */
const FRAGMENT = /^\/body\/DocFragment(?:\[(\d{1,7})\])?(?:[/.]|$)/;

/** The page number, else the page of the percentage. */
function toPage({ progress, percentage }: ToldPlace, pageCount: number): number {
  const said = PAGE.test(progress) ? Number(progress) : Math.round(percentage * pageCount);
  return within(said, 1, pageCount);
}

/** Spine index of an XPointer, from 0; undefined when the book has no such document. */
function findChapter(progress: string, chapters: readonly Chapter[]): number | undefined {
  const found = FRAGMENT.exec(progress);
  if (found === null) return undefined;
  const index = Number(found[1] ?? 1) - 1;
  return index >= 0 && index < chapters.length ? index : undefined;
}

/** Spine index of a share of the book. */
function chapterAt(share: number, chapters: readonly Chapter[], total: number): number {
  let before = 0;
  for (const [index, { positions }] of chapters.entries()) {
    before += positions;
    if (share * total < before) return index;
  }
  return chapters.length - 1;
}

function textPlace(told: ToldPlace, chapters: readonly Chapter[], toHref: (path: string) => string): BookPlace {
  const total = positionsBefore(chapters, chapters.length);
  const index = findChapter(told.progress, chapters) ?? chapterAt(told.percentage, chapters, total);
  const chapter = chapters[index];
  if (chapter === undefined) return { page: 1, percentage: told.percentage, locator: null };
  const { path, mediaType, positions } = chapter;
  const before = positionsBefore(chapters, index);
  // KOReader and Lectern count text differently: the chapter is exact, the place inside it an estimate.
  const inside = within(told.percentage * total - before, 0, positions);
  const position = before + Math.min(positions, Math.floor(inside) + 1);
  return {
    page: position,
    percentage: told.percentage,
    locator: {
      href: toHref(path),
      type: mediaType,
      locations: { progression: inside / positions, position, totalProgression: told.percentage },
    },
  };
}

/** Converts a KOReader place. `toHref` maps a path in the book to its URL. */
export function readPlace(told: ToldPlace, shape: Shape, toHref: (path: string) => string): BookPlace {
  const { chapters, layout, pageCount } = shape;
  if (chapters === undefined || chapters.length === 0) {
    return { page: toPage(told, pageCount), percentage: null, locator: null };
  }
  if (layout === 'reflowable') return textPlace(told, chapters, toHref);
  // An EPUB comic usually has one document per page. KOReader opens it as text.
  const index = chapters.length === pageCount ? findChapter(told.progress, chapters) : undefined;
  const page = index === undefined ? within(Math.ceil(told.percentage * pageCount), 1, pageCount) : index + 1;
  return { page, percentage: null, locator: null };
}

type Progress = Pick<ReadProgress, 'currentPage' | 'completed' | 'progressPercentage' | 'locator'>;

/** Other clients may store any JSON as a locator. */
const Href = z.looseObject({ href: z.string() }).transform(({ href }) => href);

/** XPointer of the start of a spine document. */
function formatStart(index: number): string {
  return `/body/DocFragment[${String(index + 1)}].0`;
}

function findChapterAtPosition(chapters: readonly Chapter[], position: number): number {
  let before = 0;
  for (const [index, { positions }] of chapters.entries()) {
    before += positions;
    if (position <= before) return index;
  }
  return chapters.length - 1;
}

/** Spine index of a user's place: that of the locator if it names exactly one document. */
function findChapterOfProgress({ currentPage, locator }: Progress, chapters: readonly Chapter[]): number {
  const byPosition = findChapterAtPosition(chapters, currentPage);
  const { data: href } = Href.safeParse(locator);
  if (href === undefined) return byPosition;
  const named = chapters.flatMap(({ path }, index) => (pointsTo(href, path) ? [index] : []));
  return named.length === 0 || named.includes(byPosition) ? byPosition : (named[0] ?? byPosition);
}

/** Converts progress into a KOReader place: a page, or the start of the chapter with the percentage. */
export function toKoreaderPlace(progress: Progress, shape: Shape): ToldPlace {
  const { chapters, layout, pageCount } = shape;
  const { currentPage, completed, progressPercentage } = progress;
  const page = within(currentPage, 1, pageCount);
  const shareOfPage = completed ? 1 : page / pageCount;
  if (chapters === undefined || chapters.length === 0) return { progress: String(page), percentage: shareOfPage };
  if (layout === 'pages') {
    const index = chapters.length === pageCount ? page - 1 : Math.floor(((page - 1) / pageCount) * chapters.length);
    return { progress: formatStart(index), percentage: shareOfPage };
  }
  const total = Math.max(1, positionsBefore(chapters, chapters.length));
  const share = completed ? 1 : within(progressPercentage ?? (page - 1) / total, 0, 1);
  return { progress: formatStart(findChapterOfProgress(progress, chapters)), percentage: share };
}
