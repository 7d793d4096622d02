import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Library } from '@lectern/contract';
import { librariesQuery } from '#entities/library/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { addressOf } from '#lib/api.ts';
import { formatCount } from '#lib/format.ts';
import { describeProblem } from '#lib/problem.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { buttonClass } from '#ui/button.tsx';
import { Cover } from '#ui/cover.tsx';
import { Icon } from '#ui/icon.tsx';
import { EmptyState, ErrorState } from '#ui/notice.tsx';
import { Page } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import css from './libraries-page.module.css';

/** Every library of the server as a card. */
export function LibrariesPage() {
  useDocumentTitle('Libraries');
  const { data, error, refetch } = useQuery(librariesQuery());
  const manages = useMay('LibrariesWrite');
  const problem = error === null ? undefined : describeProblem(error);
  return (
    <Page title="Libraries" actions={manages && data !== undefined && data.length > 0 && <AddLink look="secondary" />}>
      {problem !== undefined && data === undefined && (
        <ErrorState {...problem} onRetry={problem.retry ? () => void refetch() : undefined} />
      )}
      {problem === undefined && data === undefined && (
        <Loading label="Loading libraries">
          <Skeleton shape="box" />
          <Skeleton shape="box" />
        </Loading>
      )}
      {data?.length === 0 && (
        <EmptyState icon="library" title="No libraries yet" action={manages && <AddLink look="primary" />}>
          {manages
            ? 'A library is a folder on the server with comics, manga or ebooks.'
            : 'An administrator of this server can add one.'}
        </EmptyState>
      )}
      <ul className={css['cards']}>
        {data?.map((library) => (
          <li key={library.id}>
            <LibraryCard library={library} />
          </li>
        ))}
      </ul>
    </Page>
  );
}

function AddLink({ look }: { readonly look: 'primary' | 'secondary' }) {
  return (
    <Link to="/admin/libraries" search={{ add: true }} className={buttonClass(look)}>
      <Icon name="plus" size={18} />
      Add a library
    </Link>
  );
}

function LibraryCard({ library }: { readonly library: Library }) {
  const { id, name, bookCount, seriesCount } = library;
  const hasBooks = (bookCount ?? 0) > 0;
  return (
    <Link to="/library/$libraryId" params={{ libraryId: id }} className={css['card']}>
      <span className={css['cover']}>
        <Cover
          title={name}
          icon="library"
          placeholder={null}
          addressFor={hasBooks ? (width) => addressOf('', 'getLibraryThumbnail', { id }, { width }) : undefined}
          sizes="88px"
        />
      </span>
      <span className={css['words']}>
        <strong className={css['name']}>{name}</strong>
        <span className={css['counts']}>
          {formatCount(seriesCount ?? 0, 'series', 'series')}, {formatCount(bookCount ?? 0, 'book')}
        </span>
        {!library.isActive && <span className={css['counts']}>Switched off</span>}
      </span>
      <Icon name="forward" />
    </Link>
  );
}
