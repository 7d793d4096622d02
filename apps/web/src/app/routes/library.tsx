import { LIBRARY_KINDS } from '@lectern/contract/library-kinds';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { librariesQuery } from '#entities/library/queries.ts';
import { LibraryPage } from '#features/library/library-page.tsx';

/** The first tab of a library, which depends on its kind. */
export function LibraryHomeRoute() {
  const { libraryId } = useParams({ from: '/signed-in/shell/library/$libraryId' });
  const address = useSearch({ from: '/signed-in/shell/library/$libraryId' });
  const navigate = useNavigate();
  // Known since the navigation was shown.
  const { data: libraries = [] } = useQuery(librariesQuery());
  const library = libraries.find(({ id }) => id === libraryId);
  return (
    <LibraryPage
      libraryId={libraryId}
      tab={library === undefined ? 'series' : LIBRARY_KINDS[library.kind].shelf}
      address={address}
      onAddress={(search) => void navigate({ to: '/library/$libraryId', params: { libraryId }, search })}
      onEdit={() => void navigate({ to: '/admin/libraries', search: { edit: libraryId } })}
    />
  );
}

export function LibrarySeriesRoute() {
  const { libraryId } = useParams({ from: '/signed-in/shell/library/$libraryId/series' });
  const address = useSearch({ from: '/signed-in/shell/library/$libraryId/series' });
  const navigate = useNavigate();
  return (
    <LibraryPage
      libraryId={libraryId}
      tab="series"
      address={address}
      onAddress={(search) => void navigate({ to: '/library/$libraryId/series', params: { libraryId }, search })}
      onEdit={() => void navigate({ to: '/admin/libraries', search: { edit: libraryId } })}
    />
  );
}

export function LibraryBooksRoute() {
  const { libraryId } = useParams({ from: '/signed-in/shell/library/$libraryId/books' });
  const address = useSearch({ from: '/signed-in/shell/library/$libraryId/books' });
  const navigate = useNavigate();
  return (
    <LibraryPage
      libraryId={libraryId}
      tab="books"
      address={address}
      onAddress={(search) => void navigate({ to: '/library/$libraryId/books', params: { libraryId }, search })}
      onEdit={() => void navigate({ to: '/admin/libraries', search: { edit: libraryId } })}
    />
  );
}

export function LibraryAuthorsRoute() {
  const { libraryId } = useParams({ from: '/signed-in/shell/library/$libraryId/authors' });
  const navigate = useNavigate();
  return (
    <LibraryPage
      libraryId={libraryId}
      tab="authors"
      address={{}}
      onAddress={() => undefined}
      onEdit={() => void navigate({ to: '/admin/libraries', search: { edit: libraryId } })}
    />
  );
}
