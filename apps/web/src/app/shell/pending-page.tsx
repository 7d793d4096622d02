import { Page } from '#ui/layout/page.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { TileSkeletons } from '#ui/feedback/tile-skeleton.tsx';

/** The shape of a page whose code or permission is on the way. */
export function PendingPage() {
  return (
    <Page title={<Skeleton shape="title" width={14} />}>
      <TileSkeletons label="Loading the page" />
    </Page>
  );
}
