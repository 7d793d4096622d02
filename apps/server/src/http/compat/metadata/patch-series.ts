import { SeriesEdits } from '@lectern/contract';
import { z } from 'zod';
import { validate } from '../../requests/validate.ts';
import { links, lock, names, saidLocks, title, toLinks, words } from './shapes.ts';

const DIRECTIONS = {
  LEFT_TO_RIGHT: 'ltr',
  RIGHT_TO_LEFT: 'rtl',
  VERTICAL: 'ttb',
  WEBTOON: 'webtoon',
  '': null,
} as const;

/** What a client may say of a series: absent keeps, null clears. */
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

function seriesValues({ readingDirection: direction, totalBookCount, links: given, ...patch }: SeriesPatchValues) {
  const { status, title: name, titleSort, summary, publisher, ageRating, language } = patch;
  const { genres, tags, alternateTitles } = patch;
  return {
    ...{ status, title: name, titleSort, summary, publisher, ageRating, language, genres, tags, alternateTitles },
    readingDirection: typeof direction === 'string' ? DIRECTIONS[direction] : direction,
    totalVolumeCount: totalBookCount,
    externalLinks: toLinks(given),
  };
}

/**
 * What becomes of a series by what a client says of it.
 * @throws {AppError} `BadRequest`
 */
export function seriesEditsOf(patch: SeriesPatchValues): SeriesEdits {
  const locks = saidLocks({
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
