/** A document of an EPUB's spine. */
export interface Chapter {
  /** Path in the archive. */
  readonly path: string;
  readonly mediaType: string;
  /** At least one. */
  readonly positions: number;
}

/** A book as far as places in it can be converted. */
export interface Shape {
  readonly layout: 'pages' | 'reflowable';
  /** Pages, or positions of text; at least one. */
  readonly pageCount: number;
  /** Of an EPUB, in the order of its spine; undefined of what KOReader reads page by page. */
  readonly chapters: readonly Chapter[] | undefined;
}

/** A number within bounds. */
export function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** How many positions there are before a chapter. */
export function positionsBefore(chapters: readonly Chapter[], index: number): number {
  return chapters.slice(0, index).reduce((sum, { positions }) => sum + positions, 0);
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch (error) {
    if (error instanceof URIError) return href;
    throw error;
  }
}

/** Whether an address is that of a resource; readers name it whole or in part. */
export function isAddressOf(href: string, path: string): boolean {
  const bare = decoded(href.split(/[?#]/, 1)[0] ?? '');
  return bare === path || bare.endsWith(`/${path}`);
}
