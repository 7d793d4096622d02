import { t } from '@lingui/core/macro';
import { Page, useIsInPage } from '#ui/layout/page.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { TileSkeletons } from '#ui/feedback/tile-skeleton.tsx';

/** Skeleton of a page whose code or permission is loading. Inside a tabbed frame it covers only the tab content. */
export function PendingPage() {
  if (useIsInPage()) return <TileSkeletons label={t`Loading the page`} />;
  return (
    <Page title={<Skeleton shape="title" width={14} />}>
      <TileSkeletons label={t`Loading the page`} />
    </Page>
  );
}
