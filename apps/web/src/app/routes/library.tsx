import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { LibraryPage } from '#features/library/library-page.tsx';

export function LibrarySeriesRoute() {
  const { libraryId } = useParams({ from: '/signed-in/shell/library/$libraryId' });
  const address = useSearch({ from: '/signed-in/shell/library/$libraryId' });
  const navigate = useNavigate();
  return (
    <LibraryPage
      libraryId={libraryId}
      tab="series"
      address={address}
      onAddress={(search) => void navigate({ to: '/library/$libraryId', params: { libraryId }, search })}
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
