import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { LibraryPage } from '#features/library/library-page.tsx';

export function LibrarySeriesRoute() {
  const { libraryId } = useParams({ from: '/signed-in/shell/library/$libraryId' });
  const { sort } = useSearch({ from: '/signed-in/shell/library/$libraryId' });
  const navigate = useNavigate();
  return (
    <LibraryPage
      libraryId={libraryId}
      tab="series"
      sort={sort}
      onSort={(next) =>
        void navigate({ to: '/library/$libraryId', params: { libraryId }, search: { sort: next }, replace: true })
      }
      onEdit={() => void navigate({ to: '/admin/libraries', search: { edit: libraryId } })}
    />
  );
}

export function LibraryBooksRoute() {
  const { libraryId } = useParams({ from: '/signed-in/shell/library/$libraryId/books' });
  const { sort } = useSearch({ from: '/signed-in/shell/library/$libraryId/books' });
  const navigate = useNavigate();
  return (
    <LibraryPage
      libraryId={libraryId}
      tab="books"
      sort={sort}
      onSort={(next) =>
        void navigate({ to: '/library/$libraryId/books', params: { libraryId }, search: { sort: next }, replace: true })
      }
      onEdit={() => void navigate({ to: '/admin/libraries', search: { edit: libraryId } })}
    />
  );
}
