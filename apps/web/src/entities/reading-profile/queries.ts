import type { ReadingProfiles } from '@lectern/contract';
import { queryOptions } from '@tanstack/react-query';
import { addUnsentProfiles } from '#entities/offline/unsent-profiles.ts';
import { currentUserQuery, findOwner, isGuest } from '#entities/user/queries.ts';
import { request } from '#lib/api.ts';

/** What the choices are wanted for, beside those for all books. */
export type ProfilePlace = Readonly<Partial<Record<'bookId' | 'seriesId', string>>>;

export const PROFILES_KEY = 'listReadingProfiles';

/** Guests have none, and the server would refuse to say so. */
export const NO_PROFILES: ReadingProfiles = { profiles: [], choices: [] };

/** With what this device has not sent yet: the server, or a kept answer, does not know it. */
export const readingProfilesQuery = (place: ProfilePlace) =>
  queryOptions({
    queryKey: [PROFILES_KEY, place],
    queryFn: async ({ signal, client }) => {
      const user = client.getQueryData(currentUserQuery().queryKey);
      if (user !== undefined && isGuest(user)) return NO_PROFILES;
      const answer = await request('listReadingProfiles', { query: place, signal });
      const userId = findOwner(user);
      return userId === undefined ? answer : await addUnsentProfiles(answer, userId);
    },
  });
