import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Library } from '@lectern/contract';
import { libraryQuery } from '#entities/library/queries.ts';
import { activeScansQuery, useStartScan } from '#entities/scan/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { formatAgo } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';

/** Explains an empty library and offers the next step. */
export function EmptyLibrary({ libraryId }: { readonly libraryId: string }) {
  const { data: library } = useQuery(libraryQuery(libraryId));
  const { data: scans = [] } = useQuery(activeScansQuery());
  const manages = useMay('LibrariesWrite');
  if (library === undefined) return null;
  if (scans.some((scan) => scan.libraryId === libraryId)) {
    return (
      <EmptyState
        icon="search"
        title={t`Looking into ${library.name}`}
      >{t`Books appear here as they are found.`}</EmptyState>
    );
  }
  return (
    <EmptyState
      icon="library"
      title={t`Nothing in ${library.name} yet`}
      action={manages ? <ScanButton library={library} /> : undefined}
    >
      {library.lastScannedAt === null
        ? t`It was not scanned yet.`
        : t`The last scan, ${formatAgo(library.lastScannedAt, Date.now())}, found no books in its folder.`}
    </EmptyState>
  );
}

function ScanButton({ library }: { readonly library: Library }) {
  const scan = useStartScan(library);
  return (
    <Button
      look="primary"
      icon="refresh"
      busy={scan.isPending}
      onClick={() => scan.mutate('normal')}
    >{t`Scan now`}</Button>
  );
}
