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
  const { name } = library;
  if (scans.some((scan) => scan.libraryId === libraryId)) {
    return <EmptyState icon="search" title={t`Scanning ${name}`}>{t`Books appear here as they are found.`}</EmptyState>;
  }
  return (
    <EmptyState
      icon="library"
      title={t`No books in ${name} yet`}
      action={manages ? <ScanButton library={library} /> : undefined}
    >
      {formatLastScan(library)}
    </EmptyState>
  );
}

function formatLastScan({ lastScannedAt }: Library): string {
  if (lastScannedAt === null) return t`This library has not been scanned yet.`;
  const ago = formatAgo(lastScannedAt, Date.now());
  return t`The last scan (${ago}) found no books in its folder.`;
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
