import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Library } from '@lectern/contract';
import { libraryQuery } from '#entities/library/queries.ts';
import { type ListAddress, Listing } from '#entities/listing/listing.tsx';
import { chosenSort, sortsFor } from '#entities/listing/sorts.ts';
import { RemovalGuard } from '#entities/scan/removal-guard.tsx';
import { ScanLine } from '#entities/scan/scan-line.tsx';
import { SelectButton } from '#entities/selection/select-button.tsx';
import { useMay } from '#entities/user/use-may.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { PageFailure } from '#ui/feedback/page-failure.tsx';
import { Page } from '#ui/layout/page.tsx';
import { SortSelect } from '#ui/controls/sort-select.tsx';
import { Tabs, tabClass } from '#ui/layout/tabs.tsx';
import { EmptyLibrary } from './empty-library.tsx';
import { LibraryMenu } from './library-menu.tsx';
import css from './library-page.module.css';

interface LibraryPageProps {
  readonly libraryId: string;
  readonly tab: 'series' | 'books';
  /** Filter and sort order; unknown parameters are dropped. */
  readonly address: ListAddress;
  readonly onAddress: (address: ListAddress) => void;
  readonly onEdit: () => void;
}

const BY_PATH = { exact: true, includeSearch: false };

export function LibraryPage({ libraryId, tab, address, onAddress, onEdit }: LibraryPageProps) {
  const { data: library, error, refetch } = useQuery(libraryQuery(libraryId));
  useDocumentTitle(library?.name);
  if (error !== null && library === undefined) return <PageFailure error={error} onRetry={() => void refetch()} />;
  const sorts = sortsFor(tab);
  const by = chosenSort(sorts, address.sort);
  return (
    <Page
      title={library?.name ?? ' '}
      below={library === undefined ? ' ' : formatCounts(library)}
      actions={
        <>
          <SelectButton />
          <SortSelect sorts={sorts} value={by} onSort={(sort) => onAddress({ ...address, sort })} />
          {library !== undefined && <LibraryMenu library={library} onEdit={onEdit} />}
        </>
      }
    >
      <Tabs label={t`What to show`}>
        <Link
          to="/library/$libraryId"
          params={{ libraryId }}
          className={tabClass}
          activeOptions={BY_PATH}
        >{t`Series`}</Link>
        <Link
          to="/library/$libraryId/books"
          params={{ libraryId }}
          className={tabClass}
          activeOptions={BY_PATH}
        >{t`Books`}</Link>
      </Tabs>
      <ScanNotes libraryId={libraryId} />
      <Listing
        key={`${libraryId} ${tab}`}
        target={tab}
        libraryId={libraryId}
        address={address}
        sort={by}
        onAddress={onAddress}
        whenEmpty={<EmptyLibrary libraryId={libraryId} />}
      />
    </Page>
  );
}

/** Results of the last scan that an admin must act on. */
function ScanNotes({ libraryId }: { readonly libraryId: string }) {
  const manages = useMay('LibrariesWrite');
  if (!manages) return null;
  return (
    <div className={css['notes']}>
      <ScanLine key={libraryId} libraryId={libraryId} />
      <RemovalGuard libraryId={libraryId} />
    </div>
  );
}

function formatCounts(library: Library): string {
  const seriesCount = library.seriesCount ?? 0;
  const bookCount = library.bookCount ?? 0;
  return t`${plural(seriesCount, { one: '# series', other: '# series' })}, ${plural(bookCount, { one: '# book', other: '# books' })}`;
}
