import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Book } from '@lectern/contract';
import { placementQuery } from '#entities/placement/queries.ts';
import { Reason, Reasons } from '#entities/placement/reason.tsx';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx';

/** Explains series, title and number of the book; fetched when opened. */
export function WhyHere({ book }: { readonly book: Book }) {
  return (
    <Disclosure title={t`Why is this book here?`} later>
      <Placement book={book} />
    </Disclosure>
  );
}

function Placement({ book: { id, libraryId, libraryName } }: { readonly book: Book }) {
  const query = useQuery(placementQuery(id));
  return (
    <QueryBoundary query={query} loading={<PlacementSkeleton />}>
      {({ series, title, number }) => (
        <Reasons library={{ id: libraryId, name: libraryName }}>
          <Reason kind="series" title={t({ message: 'Series', context: 'one' })} decision={series} />
          <Reason kind="title" title={t`Title`} decision={title} />
          <Reason kind="number" title={t`Number`} decision={number} />
        </Reasons>
      )}
    </QueryBoundary>
  );
}

function PlacementSkeleton() {
  return (
    <Loading label={t`Loading the reasons`}>
      <Skeleton shape="line" width={50} />
      <Skeleton shape="line" width={40} />
    </Loading>
  );
}
