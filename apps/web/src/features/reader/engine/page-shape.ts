/** What is known of a page before its picture has come; null sides are learnt when it does. */
export interface PageShape {
  readonly width: number | null;
  readonly height: number | null;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Used when no page of the book tells its size: an upright comic page. */
const USUAL: Size = { width: 1000, height: 1500 };

export function knownSize(page: PageShape | undefined): Size | undefined {
  if (page === undefined || page.width === null || page.height === null) return undefined;
  return page.width > 0 && page.height > 0 ? { width: page.width, height: page.height } : undefined;
}

/** The size that pages without one are drawn with: the book's median page, so that little moves when the truth comes. */
export function usualSize(pages: readonly PageShape[]): Size {
  const known = pages.map(knownSize).filter((size) => size !== undefined);
  known.sort((a, b) => a.width / a.height - b.width / b.height);
  return known[Math.floor(known.length / 2)] ?? USUAL;
}

/** Wider than high: two pages in one picture, or a panorama. */
export function isWide(page: PageShape | undefined): boolean {
  const size = knownSize(page);
  return size !== undefined && size.width > size.height;
}

/** Pages at least this much higher than wide are pieces of a strip: fitted to a screen nobody could read them. */
const STRIP_RATIO = 2.5;

/** Whether the usual page of a book is a piece of a continuous strip. */
export function looksLikeStrip(pages: readonly PageShape[]): boolean {
  const { width, height } = usualSize(pages);
  return height / width >= STRIP_RATIO;
}
