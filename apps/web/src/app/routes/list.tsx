import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { CollectionPage } from '#features/lists/collection-page.tsx';
import { ReadListPage } from '#features/lists/read-list-page.tsx';

export function CollectionRoute() {
  const { collectionId } = useParams({ from: '/signed-in/shell/list/collection/$collectionId' });
  const { sort } = useSearch({ from: '/signed-in/shell/list/collection/$collectionId' });
  const navigate = useNavigate();
  return (
    <CollectionPage
      key={collectionId}
      collectionId={collectionId}
      sort={sort}
      onSort={(next) =>
        void navigate({
          to: '/list/collection/$collectionId',
          params: { collectionId },
          search: { sort: next },
          replace: true,
        })
      }
    />
  );
}

export function ReadListRoute() {
  const { readListId } = useParams({ from: '/signed-in/shell/list/reading/$readListId' });
  return <ReadListPage key={readListId} readListId={readListId} />;
}
