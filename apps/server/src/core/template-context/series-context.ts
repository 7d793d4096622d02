import { SERIES_LOCKS } from '@lectern/contract';
import type { MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import { externalIdsOf, lockFlags, pickItems, pickLists, pickValues, type TemplateContext } from './context-value.ts';

const SERIES_VALUES = ['ageRating', 'imprint', 'language', 'publisher', 'readingDirection', 'status', 'summary', 'titleSort'];
const NUMBERS = ['totalChapterCount', 'totalVolumeCount', 'year'];

/** In contexts every lock ends in `Lock`; stored are both spellings. */
const SERIES_FLAGS = Object.fromEntries(
  SERIES_LOCKS.map((name) => {
    const bare = name.replace(/Lock$/, '');
    return [`${bare}Lock`, [bare, `${bare}Lock`]];
  }),
);

/** What is known of a series, as its context takes it. */
export type SeriesFacts = Pick<MetadataState, 'id' | 'title' | 'values' | 'locks'>;

/**
 * The context of a series; fields that nobody said anything about are null or empty.
 * @param bookCount live books
 */
export function toSeriesContext({ id, title, values, locks }: SeriesFacts, bookCount: number): TemplateContext {
  return {
    type: 'series',
    seriesId: id,
    bookCount,
    customMetadata: values['customMetadata'] ?? null,
    externalIds: externalIdsOf(values),
    metadata: {
      title,
      ...pickValues(values, [...SERIES_VALUES, ...NUMBERS]),
      ...pickLists(values, ['genres', 'tags']),
      alternateTitles: pickItems(values, 'alternateTitles', { label: 'label', title: 'title' }),
      authors: pickItems(values, 'authors', { name: 'name', role: 'role', sortName: 'sortName' }),
      externalLinks: pickItems(values, 'externalLinks', { source: 'source', url: 'url', externalId: 'externalId' }),
      externalRatings: pickItems(values, 'externalRatings', { source: 'source', rating: 'rating', votes: 'voteCount' }),
      ...lockFlags(locks, SERIES_FLAGS),
    },
  };
}
