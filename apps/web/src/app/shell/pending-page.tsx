import { Page, useIsInPage } from '#ui/layout/page.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { TileSkeletons } from '#ui/feedback/tile-skeleton.tsx';

/** The shape of a page whose code or permission is on the way; below the tabs of a frame only of what those lead to. */
export function PendingPage() {
  if (useIsInPage()) return <TileSkeletons label="Loading the page" />;
  return (
    <Page title={<Skeleton shape="title" width={14} />}>
      <TileSkeletons label="Loading the page" />
    </Page>
  );
}
