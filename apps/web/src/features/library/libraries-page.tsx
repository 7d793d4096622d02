import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Library } from '@lectern/contract';
import { CREDIT_TITLES, creditListLink } from '#entities/credit/credit-kinds.ts';
import { librariesQuery } from '#entities/library/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { buildAddress } from '#lib/api.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { buttonClass } from '#ui/controls/button.tsx';
import { Cover } from '#ui/pictures/cover.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { Page } from '#ui/layout/page.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import css from './libraries-page.module.css';

export function LibrariesPage() {
  useDocumentTitle(t`Libraries`);
  const query = useQuery(librariesQuery());
  const manages = useMay('LibrariesWrite');
  const some = query.data !== undefined && query.data.length > 0;
  return (
    <Page
      title={t`Libraries`}
      actions={
        some && (
          <>
            <Link {...creditListLink('person')} className={buttonClass('secondary')}>
              <Icon name="user" size={18} />
              {CREDIT_TITLES.person}
            </Link>
            {manages && <AddLink look="secondary" />}
          </>
        )
      }
    >
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading libraries`} />}>
        {(libraries) => <Cards libraries={libraries} manages={manages} />}
      </QueryBoundary>
    </Page>
  );
}

function Cards({ libraries, manages }: { readonly libraries: readonly Library[]; readonly manages: boolean }) {
  if (libraries.length === 0) {
    return (
      <EmptyState icon="library" title={t`No libraries yet`} action={manages && <AddLink look="primary" />}>
        {manages ? t`A library is a folder on the server with comics, manga or ebooks.` : t`An admin can add one.`}
      </EmptyState>
    );
  }
  return (
    <ul className={css['cards']}>
      {libraries.map((library) => (
        <li key={library.id}>
          <LibraryCard library={library} />
        </li>
      ))}
    </ul>
  );
}

function AddLink({ look }: { readonly look: 'primary' | 'secondary' }) {
  return (
    <Link to="/admin/libraries" search={{ add: true }} className={buttonClass(look)}>
      <Icon name="plus" size={18} />
      {t`Add library`}
    </Link>
  );
}

function LibraryCard({ library }: { readonly library: Library }) {
  const { id, name } = library;
  const seriesCount = library.seriesCount ?? 0;
  const bookCount = library.bookCount ?? 0;
  const hasBooks = bookCount > 0;
  return (
    <Link to="/library/$libraryId" params={{ libraryId: id }} className={css['card']}>
      <span className={css['cover']}>
        <Cover
          title={name}
          icon="library"
          placeholder={null}
          addressFor={hasBooks ? (width) => buildAddress('getLibraryThumbnail', { id }, { width }) : undefined}
          sizes="88px"
        />
      </span>
      <span className={css['words']}>
        <strong className={css['name']}>{name}</strong>
        <span className={css['counts']}>
          {t`${plural(seriesCount, { one: '# series', other: '# series' })}, ${plural(bookCount, { one: '# book', other: '# books' })}`}
        </span>
        {!library.isActive && <span className={css['counts']}>{t`Switched off`}</span>}
      </span>
      <Icon name="forward" />
    </Link>
  );
}
