import { LIBRARY_KINDS } from '@lectern/contract/library-kinds';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { librariesQuery } from '#entities/library/queries.ts';
import { ReadingOverlayContext } from '#entities/preferences/reading-store.ts';
import type { Values } from '#entities/preferences/values.ts';
import { getTargets, type ProfileInUse, resolveProfile } from '#entities/reading-profile/resolve-profile.ts';
import { useReadingProfiles } from '#entities/reading-profile/use-reading-profiles.ts';
import type { ReaderBook } from '../reader-props.ts';
import { findProfilePlace } from './profile-place.ts';

const NONE: Values = {};

/** Two pages side by side need this much room. */
const WIDE = '(min-width: 60rem) and (orientation: landscape)';

/** Options that suit the kind of a book's library, where the user has chosen none. */
function useKindDefaults(libraryId: string): Values {
  const { data: libraries = [] } = useQuery(librariesQuery());
  const kind = libraries.find(({ id }) => id === libraryId)?.kind;
  return useMemo(() => {
    const layout = kind === undefined ? 'single' : LIBRARY_KINDS[kind].pageLayout;
    return layout === 'single' || !matchMedia(WIDE).matches ? NONE : { 'reader.page_layout': layout };
  }, [kind]);
}

/** The profile that applies to a book; undefined when the preferences do. */
export function useProfileInUse(book: ReaderBook): ProfileInUse | undefined {
  const { data } = useReadingProfiles(findProfilePlace(book));
  return resolveProfile(data, getTargets(book));
}

interface ProfileProviderProps {
  readonly book: ReaderBook;
  readonly children: ReactNode;
}

/** Gives a reader the options of the profile in use; changes of options go into the profile. */
export function ProfileProvider({ book, children }: ProfileProviderProps) {
  const { change } = useReadingProfiles({ bookId: book.id });
  const profile = useProfileInUse(book)?.profile;
  const values = profile?.settings ?? NONE;
  const defaults = useKindDefaults(book.libraryId);
  const id = profile?.id;
  const overlay = useMemo(
    () => ({
      defaults,
      values,
      change: id === undefined ? undefined : (settings: Values) => change({ kind: 'profile', id, settings }),
      onDevice: true,
    }),
    // the queue of changes is the same for every render
    [defaults, values, id],
  );
  return <ReadingOverlayContext value={overlay}>{children}</ReadingOverlayContext>;
}

/** Gives a reader behind a link options whose changes end with it. They begin with those of this browser. */
export function LinkedOptionsProvider({ children }: Pick<ProfileProviderProps, 'children'>) {
  const [values, setValues] = useState(NONE);
  const overlay = useMemo(
    () => ({
      values,
      change: (settings: Values) => setValues((held) => ({ ...held, ...settings })),
      onDevice: false,
    }),
    [values],
  );
  return <ReadingOverlayContext value={overlay}>{children}</ReadingOverlayContext>;
}
