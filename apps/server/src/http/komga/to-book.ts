import { BOOK_FORMATS, type FullBook, KOMGA_PROFILES } from '@lectern/contract';
import type { DialectBook } from '#core/catalog/komga/dialect-rows.ts';
import { toCredits } from '#core/rules/metadata/credits.ts';
import type { Viewer } from '#core/viewer.ts';
import { sizeText, formatTime } from './answer.ts';

const STATES: Readonly<Partial<Record<string, string>>> = { ready: 'READY', failed: 'ERROR' };

/** File names of EPUBs for Kobo devices. */
const KEPUB = /[.]kepub[.]epub$/i;

function toMedia({ book, traits }: DialectBook) {
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
    created: formatTime(metadata.createdAt),
    lastModified: formatTime(metadata.updatedAt),
  };
}

function toProgress({ readProgress }: FullBook) {
  if (readProgress === undefined) return null;
  const { currentPage, completed, startedAt, updatedAt } = readProgress;
  return {
    page: currentPage,
    completed,
    readDate: formatTime(updatedAt),
    created: formatTime(startedAt),
    lastModified: formatTime(updatedAt),
    deviceId: '',
    deviceName: '',
  };
}

/** A book in the dialect. Apps read every key, so all are there. Only admins see the path. */
export function toBook(found: DialectBook, viewer: Viewer): Readonly<Record<string, unknown>> {
  const { book, traits } = found;
  return {
    id: book.id,
    seriesId: book.seriesId,
    seriesTitle: book.seriesName,
    libraryId: book.libraryId,
    name: traits.fileName.replace(/[.][^.]+$/, ''),
    url: viewer.permissions.has('SystemAdmin') ? book.path : traits.fileName,
    // Apps read a whole number here.
    number: Math.trunc(traits.numberSort ?? 0),
    created: formatTime(book.createdAt),
    lastModified: formatTime(book.updatedAt),
    fileLastModified: formatTime(traits.fileModifiedAt),
    sizeBytes: book.fileSize,
    size: sizeText(book.fileSize),
    media: toMedia(found),
    metadata: bookMetadata(found),
    readProgress: toProgress(book),
    deleted: book.deleted,
    fileHash: book.fileHash,
    oneshot: traits.oneShot === 1,
  };
}
