import type { FullSeries } from '@lectern/contract';
import type { DialectSeries } from '#core/catalog/komga/dialect-rows.ts';
import { toCredits } from '#core/rules/metadata/credits.ts';
import type { Viewer } from '#core/viewer.ts';
import { formatTime } from './answer.ts';

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
    created: formatTime(metadata.createdAt),
    lastModified: formatTime(metadata.updatedAt),
  };
}

/** `2026-01-31` from `20260131`. */
function dayText(day: number): string {
  const text = String(day).padStart(8, '0');
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
}

function toBooksMetadata({ series, traits, first, credits }: DialectSeries) {
  return {
    authors: credits.length > 0 ? credits : toCredits(series.metadata.authors),
    tags: series.tags.map(({ name }) => name),
    releaseDate: typeof traits?.released === 'number' ? dayText(traits.released) : null,
    summary: first?.summary ?? '',
    summaryNumber: first?.number ?? '',
    created: formatTime(traits?.createdAt ?? series.createdAt),
    lastModified: formatTime(traits?.updatedAt ?? series.updatedAt),
  };
}

/** A series in the dialect. Apps read every key, so all are there. Only admins see the path. */
export function toSeries(found: DialectSeries, viewer: Viewer): Readonly<Record<string, unknown>> {
  const { series, traits } = found;
  const { bookCount, unreadCount, inProgressCount } = series;
  return {
    id: series.id,
    libraryId: series.libraryId,
    name: series.metadata.title,
    url: viewer.permissions.has('SystemAdmin') ? series.path : '',
    created: formatTime(series.createdAt),
    lastModified: formatTime(series.updatedAt),
    fileLastModified: formatTime(traits?.fileModifiedAt ?? series.updatedAt),
    booksCount: bookCount,
    booksReadCount: bookCount - unreadCount,
    booksUnreadCount: unreadCount - inProgressCount,
    booksInProgressCount: inProgressCount,
    metadata: seriesMetadata(found),
    booksMetadata: toBooksMetadata(found),
    deleted: bookCount === 0,
    oneshot: traits?.oneShot === 1,
  };
}
