import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Library } from '@lectern/contract';
import { libraryQuery } from '#entities/library/queries.ts';
import { RemovalGuard } from '#entities/scan/removal-guard.tsx';
import { ScanLine } from '#entities/scan/scan-line.tsx';
import { useMay } from '#entities/user/use-may.ts';
import { formatCount } from '#lib/format.ts';
import { describeProblem } from '#lib/problem.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { ErrorState } from '#ui/notice.tsx';
import { Page } from '#ui/page.tsx';
import { Tabs, tabClass } from '#ui/tabs.tsx';
import { BooksGrid } from './books-grid.tsx';
import { LibraryMenu } from './library-menu.tsx';
import css from './library-page.module.css';
import { SeriesGrid } from './series-grid.tsx';
import { SortSelect } from './sort-select.tsx';
import { BOOK_SORTS, chosenSort, SERIES_SORTS } from './sorts.ts';

interface LibraryPageProps {
  readonly libraryId: string;
  readonly tab: 'series' | 'books';
  /** As the API takes it; the first choice of the tab when undefined or unknown. */
  readonly sort: string | undefined;
  readonly onSort: (sort: string) => void;
  readonly onEdit: () => void;
}

const BY_PATH = { exact: true, includeSearch: false };

export function LibraryPage({ libraryId, tab, sort, onSort, onEdit }: LibraryPageProps) {
  const { data: library, error, refetch } = useQuery(libraryQuery(libraryId));
  useDocumentTitle(library?.name);
  if (error !== null && library === undefined) {
    const problem = describeProblem(error);
    return <ErrorState level={1} {...problem} onRetry={problem.retry ? () => void refetch() : undefined} />;
  }
  const sorts = tab === 'series' ? SERIES_SORTS : BOOK_SORTS;
  const by = chosenSort(sorts, sort);
  return (
    <Page
      title={library?.name ?? ' '}
      below={library === undefined ? ' ' : countsOf(library)}
      actions={
        <>
          <SortSelect sorts={sorts} value={by} onSort={onSort} />
          {library !== undefined && <LibraryMenu library={library} onEdit={onEdit} />}
        </>
      }
    >
      <Tabs label="What to show">
        <Link to="/library/$libraryId" params={{ libraryId }} className={tabClass} activeOptions={BY_PATH}>
          Series
        </Link>
        <Link to="/library/$libraryId/books" params={{ libraryId }} className={tabClass} activeOptions={BY_PATH}>
          Books
        </Link>
      </Tabs>
      <ScanNotes libraryId={libraryId} />
      {tab === 'series' ? (
        <SeriesGrid key={`${libraryId} ${by}`} libraryId={libraryId} sort={by} />
      ) : (
        <BooksGrid key={`${libraryId} ${by}`} libraryId={libraryId} sort={by} />
      )}
    </Page>
  );
}

/** What the last scan has to say, to those who can do something about it. */
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

function countsOf({ seriesCount, bookCount }: Library): string {
  return `${formatCount(seriesCount ?? 0, 'series', 'series')}, ${formatCount(bookCount ?? 0, 'book')}`;
}
