import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** What the choices are wanted for, beside those for all books. */
export type ProfilePlace = Readonly<Partial<Record<'bookId' | 'seriesId', string>>>;

export const readingProfilesQuery = (place: ProfilePlace) =>
  queryOptions({
    queryKey: ['listReadingProfiles', place],
    queryFn: async ({ signal }) => request('listReadingProfiles', { query: place, signal }),
  });
