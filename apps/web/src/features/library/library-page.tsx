import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Library } from '@lectern/contract';
import { LIBRARY_KINDS } from '@lectern/contract/library-kinds';
import { librariesQuery, libraryQuery } from '#entities/library/queries.ts';
import { type ListAddress, Listing } from '#entities/listing/listing.tsx';
import { chosenSort, sortsFor } from '#entities/listing/sorts.ts';
import { RemovalGuard } from '#entities/scan/removal-guard.tsx';
import { ScanLine } from '#entities/scan/scan-line.tsx';
import { SelectButton } from '#entities/selection/select-button.tsx';
import { useMay } from '#entities/user/use-may.ts';
import { useAway } from '#lib/use-away.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';
import { PageFailure } from '#ui/feedback/page-failure.tsx';
import { Page } from '#ui/layout/page.tsx';
import { SortSelect } from '#ui/controls/sort-select.tsx';
import { Tabs, tabClass } from '#ui/layout/tabs.tsx';
import { EmptyLibrary } from './empty-library.tsx';
import { LibraryMenu } from './library-menu.tsx';
import css from './library-page.module.css';

const LazyAuthorShelves = lazyComponent(async () => (await import('./author-shelves.tsx')).AuthorShelves);

interface LibraryPageProps {
  readonly libraryId: string;
  readonly tab: 'series' | 'books' | 'authors';
  /** Filter and sort order; unknown parameters are dropped. */
  readonly address: ListAddress;
  readonly onAddress: (address: ListAddress) => void;
  readonly onEdit: () => void;
}

const BY_PATH = { exact: true, includeSearch: false };

export function LibraryPage({ libraryId, tab, address, onAddress, onEdit }: LibraryPageProps) {
  const { library, error, refetch } = useLibrary(libraryId);
  useDocumentTitle(library?.name);
  if (library === undefined && error !== null) return <PageFailure error={error} onRetry={() => void refetch()} />;
  const sorts = tab === 'authors' ? [] : sortsFor(tab);
  const by = chosenSort(sorts, address.sort);
  return (
    <Page
      title={library?.name ?? ' '}
      below={library === undefined ? ' ' : formatCounts(library)}
      actions={
        <>
          {tab !== 'authors' && (
            <>
              <SelectButton />
              <SortSelect sorts={sorts} value={by} onSort={(sort) => onAddress({ ...address, sort })} />
            </>
          )}
          {library !== undefined && <LibraryMenu library={library} onEdit={onEdit} />}
        </>
      }
    >
      <LibraryTabs libraryId={libraryId} kind={library?.kind} />
      <ScanNotes libraryId={libraryId} />
      {tab === 'authors' ? (
        <LazyAuthorShelves libraryId={libraryId} />
      ) : (
        <Listing
          key={`${libraryId} ${tab}`}
          target={tab}
          libraryId={libraryId}
          address={address}
          sort={by}
          onAddress={onAddress}
          whenEmpty={<EmptyLibrary libraryId={libraryId} />}
        />
      )}
    </Page>
  );
}

/** While the server is away, the library is what the navigation knows of it. */
function useLibrary(libraryId: string) {
  const { data, error, refetch } = useQuery(libraryQuery(libraryId));
  const { data: libraries = [] } = useQuery(librariesQuery());
  const isAway = useAway(error);
  const known = isAway ? libraries.find(({ id }) => id === libraryId) : undefined;
  return { library: data ?? known, error: isAway ? null : error, refetch };
}

interface LibraryTabsProps {
  readonly libraryId: string;
  /** Undefined until it is known. */
  readonly kind: Library['kind'] | undefined;
}

function LibraryTabs({ libraryId, kind }: LibraryTabsProps) {
  const isByAuthor = LIBRARY_KINDS[kind ?? 'mixed'].shelf === 'authors';
  const tab = { params: { libraryId }, className: tabClass, activeOptions: BY_PATH } as const;
  return (
    <Tabs label={t`What to show`}>
      {isByAuthor && <Link to="/library/$libraryId" {...tab}>{t`Authors`}</Link>}
      <Link to={isByAuthor ? '/library/$libraryId/series' : '/library/$libraryId'} {...tab}>{t`Series`}</Link>
      <Link to="/library/$libraryId/books" {...tab}>{t`Books`}</Link>
      {!isByAuthor && <Link to="/library/$libraryId/authors" {...tab}>{t`Authors`}</Link>}
    </Tabs>
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
