import { z } from 'zod';

const Time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const names = z.array(z.string());
const Credit = z.object({ name: z.string(), role: z.string() });

/**
 * What single apps read, as their own decoders do: they pass over what they do not know, and fail on what is missing. Komelia
 * reads everything, as in compat-shapes.ts.
 */
export const Mihon = {
  series: z.object({
    id: z.string(),
    libraryId: z.string(),
    name: z.string(),
    created: Time.nullish(),
    lastModified: Time.nullish(),
    fileLastModified: z.string(),
    booksCount: z.int(),
    metadata: z.object({
      ...{ status: z.string(), title: z.string(), titleSort: z.string(), summary: z.string() },
      ...{ readingDirection: z.string(), publisher: z.string(), language: z.string(), genres: names, tags: names },
      ...{ summaryLock: z.boolean(), readingDirectionLock: z.boolean(), publisherLock: z.boolean() },
      ...{ ageRatingLock: z.boolean(), languageLock: z.boolean(), genresLock: z.boolean(), tagsLock: z.boolean() },
    }),
    booksMetadata: z.object({
      ...{ authors: z.array(Credit), tags: names, releaseDate: z.string().nullish(), summary: z.string() },
      ...{ summaryNumber: z.string(), created: Time, lastModified: Time },
    }),
  }),
  book: z.object({
    ...{ id: z.string(), seriesId: z.string(), seriesTitle: z.string(), name: z.string(), number: z.number() },
    ...{ fileLastModified: Time, sizeBytes: z.int(), size: z.string() },
    media: z.object({
      ...{ status: z.string(), mediaType: z.string(), pagesCount: z.int() },
      ...{ mediaProfile: z.string(), epubDivinaCompatible: z.boolean() },
    }),
    metadata: z.object({
      ...{ title: z.string(), titleLock: z.boolean(), summary: z.string(), summaryLock: z.boolean() },
      ...{ number: z.string(), numberLock: z.boolean(), numberSort: z.number(), numberSortLock: z.boolean() },
      ...{ releaseDateLock: z.boolean(), authors: z.array(Credit), authorsLock: z.boolean() },
    }),
  }),
  page: z.object({ number: z.int(), fileName: z.string(), mediaType: z.string() }),
};

/** A page of what an app reads. */
export function pageFor<Shape extends z.ZodType>(shape: Shape) {
  return z.object({
    content: z.array(shape),
    ...{ empty: z.boolean(), first: z.boolean(), last: z.boolean(), number: z.int(), numberOfElements: z.int() },
    ...{ size: z.int(), totalElements: z.int(), totalPages: z.int() },
  });
}

export const Aidoku = {
  series: z.object({
    id: z.string(),
    metadata: z.object({
      ...{ title: z.string(), summary: z.string(), publisher: z.string(), genres: names, tags: names },
      status: z.enum(['ENDED', 'ONGOING', 'ABANDONED', 'HIATUS']),
      readingDirection: z.enum(['', 'LEFT_TO_RIGHT', 'RIGHT_TO_LEFT', 'VERTICAL', 'WEBTOON']),
    }),
  }),
  book: z.object({
    ...{ id: z.string(), created: Time, lastModified: Time },
    metadata: z.object({ title: z.string(), numberSort: z.number(), releaseDate: z.string().nullish() }),
    readProgress: z.object({ page: z.int(), completed: z.boolean(), readDate: Time }).nullish(),
  }),
};

export const KmReader = {
  user: z.object({ id: z.string(), email: z.string(), roles: names }),
  series: z.object({ id: z.string(), name: z.string(), created: Time, lastModified: Time }),
  book: z.object({ id: z.string(), created: Time, lastModified: Time, media: z.object({ mediaProfile: z.string() }) }),
  manifest: z.object({
    metadata: z.object({ title: z.string() }),
    readingOrder: z.array(z.object({ href: z.url(), type: z.string() })).min(1),
  }),
};

const KomeliaLink = z.object({
  href: z.string(),
  type: z.string().nullish(),
  rel: z.string().nullish(),
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).nullish(),
});

/** Manifests as Komelia reads them: texts, and lists of texts. */
export const KomeliaManifest = z.object({
  metadata: z.object({
    title: z.string(),
    language: z.string().nullish(),
    conformsTo: z.string().nullish(),
    published: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d$/)
      .nullish(),
    ...Object.fromEntries(
      ['author', 'artist', 'penciler', 'inker', 'editor', 'translator', 'publisher', 'subject', 'contributor'].map(
        (name) => [name, names.nullish()],
      ),
    ),
  }),
  links: z.array(KomeliaLink),
  readingOrder: z.array(KomeliaLink),
  resources: z.array(KomeliaLink),
  toc: z.array(KomeliaLink),
});
