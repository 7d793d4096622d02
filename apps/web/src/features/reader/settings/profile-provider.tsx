import type { Book } from '@lectern/contract';
import { type ReactNode, useMemo } from 'react';
import { ReadingOverlayContext } from '#entities/preferences/reading-store.ts';
import type { Values } from '#entities/preferences/values.ts';
import { getTargets, type ProfileInUse, resolveProfile } from '#entities/reading-profile/resolve-profile.ts';
import { useReadingProfiles } from '#entities/reading-profile/use-reading-profiles.ts';

const NONE: Values = {};

/** The profile that applies to a book; undefined when the preferences do. */
export function useProfileInUse(book: Book): ProfileInUse | undefined {
  const { data } = useReadingProfiles({ bookId: book.id });
  return resolveProfile(data, getTargets(book));
}

interface ProfileProviderProps {
  readonly book: Book;
  readonly children: ReactNode;
}

/** Gives a reader the options of the profile in use; changes of options go into the profile. */
export function ProfileProvider({ book, children }: ProfileProviderProps) {
  const { change } = useReadingProfiles({ bookId: book.id });
  const profile = useProfileInUse(book)?.profile;
  const values = profile?.settings ?? NONE;
  const id = profile?.id;
  const overlay = useMemo(
    () => ({
      values,
      change: id === undefined ? undefined : (settings: Values) => change({ kind: 'profile', id, settings }),
      onDevice: true,
    }),
    // the queue of changes is the same for every render
    [values, id],
  );
  return <ReadingOverlayContext value={overlay}>{children}</ReadingOverlayContext>;
}
