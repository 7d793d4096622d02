import {
  BOOK_FORMATS,
  type Collection,
  type FullBook,
  type FullSeries,
  KOMGA_PROFILES,
  MAX_MEMBERS,
  type ReadList,
} from '@lectern/contract';
import type { Context } from '#context/context.ts';
import type { DialectBook, DialectSeries } from '#core/catalog/komga/dialect-rows.ts';
import { listReadListBookIds } from '#core/catalog/komga/tracker-progress.ts';
import { pickSeriesOf } from '#core/catalog/lists/collections.ts';
import { toCredits } from '#core/rules/metadata/credits.ts';
import { seesAll, type Viewer } from '#core/viewer.ts';
import { sizeText, timeOf } from './answer.ts';

const ALL = { page: 1, pageSize: MAX_MEMBERS, direction: 'asc' } as const;

/** A collection as apps read it, with the series that the viewer may see, in its order. */
export async function toCollection(ctx: Context, viewer: Viewer, collection: Collection) {
  const { id, name, ordered, createdAt, updatedAt } = collection;
  const { rows: seriesIds } = await pickSeriesOf(ctx, viewer, id, ALL);
  return {
    ...{ id, name, ordered, seriesIds },
    createdDate: timeOf(createdAt),
    lastModifiedDate: timeOf(updatedAt),
    filtered: !seesAll(viewer),
  };
}

/** A read list as apps read it, with the books that the viewer may see, in its order. */
export async function toReadList(ctx: Context, viewer: Viewer, readList: ReadList) {
  const { id, name, summary, ordered, createdAt, updatedAt } = readList;
  return {
    ...{ id, name, summary: summary ?? '', ordered },
    bookIds: await listReadListBookIds(ctx, viewer, id),
    createdDate: timeOf(createdAt),
    lastModifiedDate: timeOf(updatedAt),
    filtered: !seesAll(viewer),
  };
}

const STATES: Readonly<Partial<Record<string, string>>> = { ready: 'READY', failed: 'ERROR' };

/** What EPUBs are called that were made for Kobo devices. */
const KEPUB = /[.]kepub[.]epub$/i;

function mediaOf({ book, traits }: DialectBook) {
  const { kind, komgaMediaType } = BOOK_FORMATS[book.fileFormat];
  return {
    status: STATES[traits.state] ?? 'UNKNOWN',
    mediaType: komgaMediaType,
    pagesCount: book.pageCount,
    comment: book.analysisError ?? '',
    epubDivinaCompatible: kind === 'ebook' && book.layout === 'pages',
    epubIsKepub: book.fileFormat === 'epub' && KEPUB.test(traits.fileName),
    mediaProfile: KOMGA_PROFILES[kind],
  };
}

function bookMetadata({ book, traits, links }: DialectBook) {
  const { metadata } = book;
  const { locks } = metadata;
  const number = traits.number ?? (traits.numberSort === null ? '' : String(traits.numberSort));
  return {
    title: book.title,
    titleLock: locks.titleLock,
    summary: metadata.summary ?? '',
    summaryLock: locks.summaryLock,
    number,
    numberLock: locks.numberLock,
    numberSort: traits.numberSort ?? 0,
    numberSortLock: locks.numberLock,
    releaseDate: metadata.releaseDate?.slice(0, 10) ?? null,
    releaseDateLock: locks.yearLock,
    authors: toCredits(metadata.authors),
    authorsLock: locks.authorsJsonLock,
    tags: book.tags.map(({ name }) => name),
    tagsLock: locks.tagsLock,
    isbn: metadata.isbns ?? '',
    isbnLock: locks.isbnsLock,
    links: links.map(({ source, url }) => ({ label: source, url })),
    linksLock: locks.externalLinksLock,
    created: timeOf(metadata.createdAt),
    lastModified: timeOf(metadata.updatedAt),
  };
}

function progressOf({ readProgress }: FullBook) {
  if (readProgress === undefined) return null;
  const { currentPage, completed, startedAt, updatedAt } = readProgress;
  return {
    page: currentPage,
    completed,
    readDate: timeOf(updatedAt),
    created: timeOf(startedAt),
    lastModified: timeOf(updatedAt),
    deviceId: '',
    deviceName: '',
  };
}

/** A book as apps read it: every key is there. Where its file lies is for those who administer the server. */
export function toBook(found: DialectBook, viewer: Viewer): Readonly<Record<string, unknown>> {
  const { book, traits } = found;
  return {
    id: book.id,
    seriesId: book.seriesId,
    seriesTitle: book.seriesName,
    libraryId: book.libraryId,
    name: traits.fileName.replace(/[.][^.]+$/, ''),
    url: viewer.permissions.has('SystemAdmin') ? book.path : traits.fileName,
    // Apps read no fractions here.
    number: Math.trunc(traits.numberSort ?? 0),
    created: timeOf(book.createdAt),
    lastModified: timeOf(book.updatedAt),
    fileLastModified: timeOf(traits.fileModifiedAt),
    sizeBytes: book.fileSize,
    size: sizeText(book.fileSize),
    media: mediaOf(found),
    metadata: bookMetadata(found),
    readProgress: progressOf(book),
    deleted: book.deleted,
    fileHash: book.fileHash,
    oneshot: traits.oneShot === 1,
  };
}

const STATUSES: Readonly<Record<FullSeries['metadata']['status'], string>> = {
  ended: 'ENDED',
  ongoing: 'ONGOING',
  hiatus: 'HIATUS',
  abandoned: 'ABANDONED',
  unknown: 'ONGOING',
};

const DIRECTIONS = { ltr: 'LEFT_TO_RIGHT', rtl: 'RIGHT_TO_LEFT', ttb: 'VERTICAL', webtoon: 'WEBTOON' } as const;

function seriesMetadata({ series, direction, labels }: DialectSeries) {
  const { metadata, genres, tags, externalLinks, alternateTitles } = series;
  const { locks } = metadata;
  return {
    status: STATUSES[metadata.status],
    statusLock: locks.status,
    title: metadata.title,
    titleLock: locks.title,
    titleSort: metadata.titleSort ?? metadata.title,
    titleSortLock: locks.titleSort,
    summary: metadata.summary ?? '',
    summaryLock: locks.summary,
    readingDirection: direction === null ? '' : DIRECTIONS[direction],
    readingDirectionLock: locks.readingDirection,
    publisher: metadata.publisher ?? '',
    publisherLock: locks.publisher,
    ageRating: metadata.ageRating,
    ageRatingLock: locks.ageRating,
    language: metadata.language ?? '',
    languageLock: locks.language,
    genres: genres.map(({ name }) => name),
    genresLock: locks.genres,
    tags: tags.map(({ name }) => name),
    tagsLock: locks.tags,
    totalBookCount: metadata.totalVolumeCount,
    totalBookCountLock: locks.totalVolumeCount,
    sharingLabels: labels,
    sharingLabelsLock: false,
    links: externalLinks.map(({ sourceName, url }) => ({ label: sourceName, url })),
    linksLock: locks.externalLinks,
    alternateTitles: alternateTitles.map(({ label, title }) => ({ label, title })),
    alternateTitlesLock: locks.alternateTitles,
    created: timeOf(metadata.createdAt),
    lastModified: timeOf(metadata.updatedAt),
  };
}

/** `2026-01-31` of `20260131`. */
function dayText(day: number): string {
  const text = String(day).padStart(8, '0');
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
}

function booksMetadataOf({ series, traits, first, credits }: DialectSeries) {
  return {
    authors: credits.length > 0 ? credits : toCredits(series.metadata.authors),
    tags: series.tags.map(({ name }) => name),
    releaseDate: typeof traits?.released === 'number' ? dayText(traits.released) : null,
    summary: first?.summary ?? '',
    summaryNumber: first?.number ?? '',
    created: timeOf(traits?.createdAt ?? series.createdAt),
    lastModified: timeOf(traits?.updatedAt ?? series.updatedAt),
  };
}

/** A series as apps read it: every key is there. Where its folder lies is for those who administer the server. */
export function toSeries(found: DialectSeries, viewer: Viewer): Readonly<Record<string, unknown>> {
  const { series, traits } = found;
  const { bookCount, unreadCount, inProgressCount } = series;
  return {
    id: series.id,
    libraryId: series.libraryId,
    name: series.metadata.title,
    url: viewer.permissions.has('SystemAdmin') ? series.path : '',
    created: timeOf(series.createdAt),
    lastModified: timeOf(series.updatedAt),
    fileLastModified: timeOf(traits?.fileModifiedAt ?? series.updatedAt),
    booksCount: bookCount,
    booksReadCount: bookCount - unreadCount,
    booksUnreadCount: unreadCount - inProgressCount,
    booksInProgressCount: inProgressCount,
    metadata: seriesMetadata(found),
    booksMetadata: booksMetadataOf(found),
    deleted: bookCount === 0,
    oneshot: traits?.oneShot === 1,
  };
}
