/** JSON as a context holds it. */
export type ContextValue =
  | string
  | number
  | boolean
  | null
  | readonly ContextValue[]
  | { readonly [key: string]: ContextValue };

/** What conditions and templates see of a series (section 2.14). */
export type SeriesContext = Readonly<Record<string, ContextValue>>;

/** What the context of a series is made of. */
export interface ContextSource {
  readonly id: string;
  readonly bookCount: number;
  readonly title: string;
  readonly titleSort: string | null;
  readonly summary: string | null;
  readonly publisher: string | null;
  readonly year: number | null;
  readonly status: string;
  readonly readingDirection: string | null;
  /** Names of locked fields, JSON array. */
  readonly locks: string;
}

const LOCKS = [
  ...['title', 'titleSort', 'summary', 'publisher', 'imprint', 'status', 'ageRating', 'language', 'readingDirection'],
  ...['year', 'totalVolumeCount', 'totalChapterCount', 'genres', 'tags', 'customMetadata', 'cover', 'authorsJson'],
];

/** The context of a series; fields that nobody said anything about are null or empty. */
export function seriesContextOf(source: ContextSource): SeriesContext {
  const { id, bookCount, title, titleSort, summary, publisher, year, status, readingDirection } = source;
  const locked: unknown = JSON.parse(source.locks);
  const names: readonly unknown[] = Array.isArray(locked) ? locked : [];
  const locks = LOCKS.map(
    (field) => [`${field}Lock`, names.includes(field) || names.includes(`${field}Lock`)] as const,
  );
  return {
    type: 'series',
    seriesId: id,
    bookCount,
    customMetadata: null,
    externalIds: {},
    metadata: {
      ...{ title, titleSort, summary, publisher, imprint: null, status, readingDirection, year },
      ...{ ageRating: null, language: null, totalVolumeCount: null, totalChapterCount: null },
      ...{ alternateTitles: [], authors: [], externalLinks: [], externalRatings: [], genres: [], tags: [] },
      ...Object.fromEntries(locks),
    },
  };
}
