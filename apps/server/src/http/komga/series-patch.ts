import { SeriesEdits } from '@lectern/contract';
import { z } from 'zod';
import { validate } from '../requests/validate.ts';
import { links, lock, names, setLocks, title, toLinks, words } from './patch-shapes.ts';

const DIRECTIONS = {
  LEFT_TO_RIGHT: 'ltr',
  RIGHT_TO_LEFT: 'rtl',
  VERTICAL: 'ttb',
  WEBTOON: 'webtoon',
  '': null,
} as const;

/** A change of a series: absent keeps, null clears. */
export const SeriesPatch = z.object({
  status: z.enum(['ENDED', 'ONGOING', 'ABANDONED', 'HIATUS']).nullish(),
  title,
  titleSort: words,
  summary: words,
  readingDirection: z.enum(['LEFT_TO_RIGHT', 'RIGHT_TO_LEFT', 'VERTICAL', 'WEBTOON', '']).nullish(),
  publisher: words,
  ageRating: z.int().nullish(),
  language: words,
  genres: names,
  tags: names,
  totalBookCount: z.int().nullish(),
  sharingLabels: names,
  links,
  alternateTitles: z.array(z.object({ label: z.string(), title: z.string() })).nullish(),
  statusLock: lock,
  titleLock: lock,
  titleSortLock: lock,
  summaryLock: lock,
  readingDirectionLock: lock,
  publisherLock: lock,
  ageRatingLock: lock,
  languageLock: lock,
  genresLock: lock,
  tagsLock: lock,
  totalBookCountLock: lock,
  linksLock: lock,
  alternateTitlesLock: lock,
});
type SeriesPatchValues = z.output<typeof SeriesPatch>;

function seriesValues(patch: SeriesPatchValues) {
  const { readingDirection: direction } = patch;
  return {
    status: patch.status,
    title: patch.title,
    titleSort: patch.titleSort,
    summary: patch.summary,
    publisher: patch.publisher,
    ageRating: patch.ageRating,
    language: patch.language,
    genres: patch.genres,
    tags: patch.tags,
    alternateTitles: patch.alternateTitles,
    readingDirection: typeof direction === 'string' ? DIRECTIONS[direction] : direction,
    totalVolumeCount: patch.totalBookCount,
    externalLinks: toLinks(patch.links),
  };
}

/**
 * A change of the dialect as an edit of this server.
 * @throws {AppError} `BadRequest`
 */
export function toSeriesEdits(patch: SeriesPatchValues): SeriesEdits {
  const locks = setLocks({
    status: patch.statusLock,
    title: patch.titleLock,
    titleSort: patch.titleSortLock,
    summary: patch.summaryLock,
    readingDirection: patch.readingDirectionLock,
    publisher: patch.publisherLock,
    ageRating: patch.ageRatingLock,
    language: patch.languageLock,
    genres: patch.genresLock,
    tags: patch.tagsLock,
    totalVolumeCount: patch.totalBookCountLock,
    externalLinks: patch.linksLock,
    alternateTitles: patch.alternateTitlesLock,
  });
  return SeriesEdits.parse(validate('body', SeriesEdits, { values: seriesValues(patch), locks }));
}
