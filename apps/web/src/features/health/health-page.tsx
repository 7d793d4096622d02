import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { librariesQuery } from '#entities/library/queries.ts';
import { RemovalGuard } from '#entities/scan/removal-guard.tsx';
import { useMay } from '#entities/user/use-may.ts';
import { formatAgo } from '#lib/format.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { DuplicateBooks } from './duplicate-books.tsx';
import { DuplicateSeries } from './duplicate-series.tsx';
import { Faults } from './faults.tsx';
import { Findings } from './findings.tsx';
import { FindDuplicates } from './find-duplicates.tsx';
import css from './health-page.module.css';
import { duplicateBooksQuery, duplicateSeriesQuery, type FaultFilter, faultyBooksQuery } from './queries.ts';

interface HealthPageProps {
  readonly filter: FaultFilter;
  readonly onFilter: (filter: FaultFilter) => void;
}

/** Problems with books and libraries, grouped by cause, with remedies. */
export function HealthPage({ filter, onFilter }: HealthPageProps) {
  useDocumentTitle(t`Health`);
  const faults = useQuery({ ...faultyBooksQuery(filter), placeholderData: keepPreviousData });
  const books = useQuery(duplicateBooksQuery());
  const series = useQuery(duplicateSeriesQuery());
  const isAdmin = useMay('SystemAdmin');
  const narrowed = filter.library !== undefined || filter.kind !== undefined;
  const findings = [faults.data?.totalBooksWithErrors, books.data?.totalGroups, series.data?.totalGroups];
  return (
    <>
      {isAdmin && <Findings />}
      <HeldBackRemovals />
      {!narrowed && findings.every((count) => count === 0) && (
        <AllWell ignoredCount={faults.data?.totalBooksIgnored ?? 0} />
      )}
      <QueryBoundary query={faults} loading={<BoxSkeletons label={t`Looking for problems`} />}>
        {(found) => <Faults faults={found} filter={filter} onFilter={onFilter} />}
      </QueryBoundary>
      <QueryBoundary query={books} loading={null}>
        {(found) => <DuplicateBooks duplicates={found} />}
      </QueryBoundary>
      <QueryBoundary query={series} loading={null}>
        {(found) => <DuplicateSeries duplicates={found} />}
      </QueryBoundary>
      <FindDuplicates />
    </>
  );
}

function HeldBackRemovals() {
  const { data: libraries = [] } = useQuery(librariesQuery());
  return (
    <div className={css['notes']}>
      {libraries.map((library) => (
        <RemovalGuard key={library.id} libraryId={library.id} libraryName={library.name} />
      ))}
    </div>
  );
}

function AllWell({ ignoredCount }: { readonly ignoredCount: number }) {
  const { data: libraries = [] } = useQuery(librariesQuery());
  const scans = libraries.flatMap(({ lastScannedAt }) => (lastScannedAt === null ? [] : [lastScannedAt]));
  const latest = scans.toSorted().at(-1);
  return (
    <EmptyState icon="check" title={t`No problems found`}>
      {latest === undefined ? t`No scan yet.` : wellWords(formatAgo(latest, Date.now()), ignoredCount > 0)}
    </EmptyState>
  );
}

function wellWords(ago: string, someIgnored: boolean): string {
  return someIgnored
    ? t`Every book that is not ignored can be opened. Last scan: ${ago}.`
    : t`Every book can be opened. Last scan: ${ago}.`;
}
