/** Size of a page; null until its image loads. */
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

/** Fallback for a book without any known size: a portrait comic page. */
const USUAL: Size = { width: 1000, height: 1500 };

export function knownSize(page: PageShape | undefined): Size | undefined {
  if (page === undefined || page.width === null || page.height === null) return undefined;
  return page.width > 0 && page.height > 0 ? { width: page.width, height: page.height } : undefined;
}

/** Placeholder size: the median page, so that little moves when images load. */
export function usualSize(pages: readonly PageShape[]): Size {
  const known = pages.map(knownSize).filter((size) => size !== undefined);
  known.sort((a, b) => a.width / a.height - b.width / b.height);
  return known[Math.floor(known.length / 2)] ?? USUAL;
}

/** Landscape: a double page in one image, or a panorama. */
export function isWide(page: PageShape | undefined): boolean {
  const size = knownSize(page);
  return size !== undefined && size.width > size.height;
}

/** Taller pages are slices of a strip, unreadable when fitted to a screen. */
const STRIP_RATIO = 2.5;

/** Whether the typical page is a slice of a continuous strip. */
export function looksLikeStrip(pages: readonly PageShape[]): boolean {
  const { width, height } = usualSize(pages);
  return height / width >= STRIP_RATIO;
}
