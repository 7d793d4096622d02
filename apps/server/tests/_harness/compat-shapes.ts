import { z } from 'zod';

/** `yyyy-MM-dd'T'HH:mm:ss'Z'`, the one form that every app reads. */
const Time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const Size = z.string().regex(/^\d+([.]\d)? ([KMGT]i)?B$/);
const names = z.array(z.string());
const count = z.int().min(0);
const lock = z.boolean();

const Credit = z.strictObject({ name: z.string(), role: z.string().regex(/^[a-z-]+$/) });

/**
 * Objects with every key, none beside them, and no null where there may be none: what Komelia and komf cannot do without, and
 * what a client with closed shapes refuses.
 */
export const SeriesShape = z.strictObject({
  id: z.string(),
  libraryId: z.string(),
  name: z.string(),
  url: z.string(),
  created: Time,
  lastModified: Time,
  fileLastModified: Time,
  booksCount: count,
  booksReadCount: count,
  booksUnreadCount: count,
  booksInProgressCount: count,
  metadata: z.strictObject({
    status: z.enum(['ENDED', 'ONGOING', 'ABANDONED', 'HIATUS']),
    title: z.string(),
    titleSort: z.string(),
    summary: z.string(),
    readingDirection: z.enum(['', 'LEFT_TO_RIGHT', 'RIGHT_TO_LEFT', 'VERTICAL', 'WEBTOON']),
    publisher: z.string(),
    ageRating: z.int().nullable(),
    language: z.string(),
    genres: names,
    tags: names,
    totalBookCount: z.int().nullable(),
    sharingLabels: names,
    links: z.array(z.strictObject({ label: z.string(), url: z.string() })),
    alternateTitles: z.array(z.strictObject({ label: z.string(), title: z.string() })),
    created: Time,
    lastModified: Time,
    ...{ statusLock: lock, titleLock: lock, titleSortLock: lock, summaryLock: lock, readingDirectionLock: lock },
    ...{ publisherLock: lock, ageRatingLock: lock, languageLock: lock, genresLock: lock, tagsLock: lock },
    ...{ totalBookCountLock: lock, sharingLabelsLock: lock, linksLock: lock, alternateTitlesLock: lock },
  }),
  booksMetadata: z.strictObject({
    authors: z.array(Credit),
    tags: names,
    releaseDate: Day.nullable(),
    summary: z.string(),
    summaryNumber: z.string(),
    created: Time,
    lastModified: Time,
  }),
  deleted: z.boolean(),
  oneshot: z.boolean(),
});

const ProgressShape = z.strictObject({
  page: z.int(),
  completed: z.boolean(),
  readDate: Time,
  created: Time,
  lastModified: Time,
  deviceId: z.string(),
  deviceName: z.string(),
});

export const BookShape = z.strictObject({
  id: z.string(),
  seriesId: z.string(),
  seriesTitle: z.string(),
  libraryId: z.string(),
  name: z.string(),
  url: z.string(),
  number: z.int(),
  created: Time,
  lastModified: Time,
  fileLastModified: Time,
  sizeBytes: count,
  size: Size,
  media: z.strictObject({
    status: z.enum(['READY', 'UNKNOWN', 'ERROR', 'UNSUPPORTED', 'OUTDATED']),
    mediaType: z.string(),
    pagesCount: count,
    comment: z.string(),
    epubDivinaCompatible: z.boolean(),
    epubIsKepub: z.boolean(),
    mediaProfile: z.enum(['DIVINA', 'PDF', 'EPUB', '']),
  }),
  metadata: z.strictObject({
    title: z.string(),
    summary: z.string(),
    number: z.string(),
    numberSort: z.number(),
    releaseDate: Day.nullable(),
    authors: z.array(Credit),
    tags: names,
    isbn: z.string(),
    links: z.array(z.strictObject({ label: z.string(), url: z.string() })),
    created: Time,
    lastModified: Time,
    ...{ titleLock: lock, summaryLock: lock, numberLock: lock, numberSortLock: lock, releaseDateLock: lock },
    ...{ authorsLock: lock, tagsLock: lock, isbnLock: lock, linksLock: lock },
  }),
  readProgress: ProgressShape.nullable(),
  deleted: z.boolean(),
  fileHash: z.string(),
  oneshot: z.boolean(),
});

export const PageShape = z.strictObject({
  number: z.int().min(1),
  fileName: z.string(),
  mediaType: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  sizeBytes: z.int().nullable(),
  size: Size,
});

export const CollectionShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  ordered: z.boolean(),
  seriesIds: names,
  createdDate: Time,
  lastModifiedDate: Time,
  filtered: z.boolean(),
});

export const ReadListShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  ordered: z.boolean(),
  bookIds: names,
  createdDate: Time,
  lastModifiedDate: Time,
  filtered: z.boolean(),
});

const flags = [
  ...['importComicInfoBook', 'importComicInfoSeries', 'importComicInfoCollection', 'importComicInfoReadList'],
  ...['importComicInfoSeriesAppendVolume', 'importEpubBook', 'importEpubSeries', 'importMylarSeries'],
  ...['importLocalArtwork', 'importBarcodeIsbn', 'scanForceModifiedTime', 'scanOnStartup', 'scanCbx', 'scanPdf'],
  ...['scanEpub', 'repairExtensions', 'convertToCbz', 'emptyTrashAfterScan', 'hashFiles', 'hashPages'],
  ...['hashKoreader', 'analyzeDimensions'],
];

export const LibraryShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  root: z.string(),
  unavailable: z.boolean(),
  scanInterval: z.enum(['DISABLED', 'HOURLY', 'EVERY_6H', 'EVERY_12H', 'DAILY', 'WEEKLY']),
  seriesCover: z.enum(['FIRST', 'FIRST_UNREAD_OR_FIRST', 'FIRST_UNREAD_OR_LAST', 'LAST']),
  scanDirectoryExclusions: names,
  oneshotsDirectory: z.string().nullable(),
  ...Object.fromEntries(flags.map((name) => [name, z.boolean()])),
});

export const UserShape = z.strictObject({
  id: z.string(),
  email: z.string().min(1),
  roles: names,
  sharedAllLibraries: z.boolean(),
  sharedLibrariesIds: names,
  labelsAllow: names,
  labelsExclude: names,
  ageRestriction: z.strictObject({ age: z.int(), restriction: z.enum(['ALLOW_ONLY', 'EXCLUDE']) }).nullable(),
});

const Sort = z.strictObject({ empty: z.boolean(), sorted: z.boolean(), unsorted: z.boolean() });

/** A page of something: every key is there. */
export function pageShape<Shape extends z.ZodType>(shape: Shape) {
  return z.strictObject({
    content: z.array(shape),
    pageable: z.strictObject({
      ...{ pageNumber: count, pageSize: count, offset: count, paged: z.boolean(), unpaged: z.boolean(), sort: Sort },
    }),
    totalElements: count,
    totalPages: count,
    last: z.boolean(),
    first: z.boolean(),
    size: count,
    number: count,
    numberOfElements: count,
    empty: z.boolean(),
    sort: Sort,
  });
}

export const SeriesPage = pageShape(SeriesShape);
export const BookPageShape = pageShape(BookShape);
export const Words = z.array(z.string());
export const Credits = z.array(Credit);
export const CreditPage = pageShape(Credit);
export const TrackedSeries = z.strictObject({
  ...{ booksCount: count, booksReadCount: count, booksUnreadCount: count, booksInProgressCount: count },
  ...{ lastReadContinuousNumberSort: z.number(), maxNumberSort: z.number() },
});
export const TrackedReadList = z.strictObject({
  ...{ booksCount: count, booksReadCount: count, booksUnreadCount: count, booksInProgressCount: count },
  lastReadContinuousIndex: z.int(),
});
