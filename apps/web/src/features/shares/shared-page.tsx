import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SharedBook, SharedItem } from '@lectern/contract';
import { EndedLink, isEnded } from '#entities/share/ended-link.tsx';
import { sharedItemQuery } from '#entities/share/queries.ts';
import { buildAddress } from '#lib/api.ts';
import { formatDay } from '#lib/format.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { Hero } from '#ui/layout/hero.tsx';
import { ListRow } from '#ui/layout/list-row.tsx';
import { Page } from '#ui/layout/page.tsx';
import type { CoverPicture } from '#ui/pictures/cover.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import css from './shared-page.module.css';
import { SharedQuotation } from './shared-highlight.tsx';

/** What an opened link shares, for people without the rest of the app. */
export function SharedPage({ shareId }: { readonly shareId: string }) {
  const { data, error, refetch } = useQuery(sharedItemQuery(shareId));
  useDocumentTitle(data?.name);
  if (isEnded(error) || (error !== null && data === undefined)) {
    return <EndedLink error={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <main id="main" aria-busy="true" />;
  return (
    <main id="main" className={css['page']}>
      <SharedThing item={data} />
    </main>
  );
}

/** One view for each kind of thing that a link can share. */
function SharedThing({ item }: { readonly item: SharedItem }) {
  switch (item.kind) {
    case 'book':
      return <OneBook item={item} />;
    case 'readList':
      return <BookList item={item} />;
    case 'highlight':
      return <OneQuotation item={item} />;
  }
}

function sayUntil({ expiresAt }: SharedItem): string {
  const day = formatDay(expiresAt);
  return t`Shared with you until ${day}`;
}

/** Length of a book; text has none that all screens share. */
function listFacts({ layout, pageCount }: SharedBook): readonly string[] {
  return layout === 'pages' ? [plural(pageCount, { one: '# page', other: '# pages' })] : [];
}

function toCover(shareId: string, { id, title, coverVersion: v }: SharedBook): CoverPicture {
  return {
    title,
    placeholder: null,
    addressFor:
      v === null ? undefined : (width) => buildAddress('getSharedCover', { id: shareId, bookId: id }, { width, v }),
  };
}

function OneBook({ item }: { readonly item: SharedItem }) {
  const [book] = item.books;
  if (book === undefined) return null;
  return (
    <Hero
      cover={toCover(item.id, book)}
      above={sayUntil(item)}
      title={book.title}
      facts={listFacts(book)}
      actions={
        <Link
          to="/shared/{-$shareId}/{-$bookId}"
          params={{ shareId: item.id, bookId: book.id }}
          className={buttonClass('primary', 'large')}
        >
          <Icon name="play" size={18} />
          {t`Read`}
        </Link>
      }
    />
  );
}

function OneQuotation({ item }: { readonly item: SharedItem }) {
  const { highlight } = item;
  const [book] = item.books;
  if (book === undefined || highlight === undefined) return null;
  return <SharedQuotation book={book} highlight={highlight} cover={toCover(item.id, book)} above={sayUntil(item)} />;
}

function BookList({ item }: { readonly item: SharedItem }) {
  return (
    <Page title={item.name} above={sayUntil(item)} narrow>
      {item.books.length === 0 ? (
        <EmptyState icon="book" title={t`No books yet`} />
      ) : (
        <>
          <h2 className="visually-hidden">{t`Books`}</h2>
          <ol className={css['books']}>
            {item.books.map((book, index) => (
              <li key={book.id}>
                <ListRow
                  place={index + 1}
                  cover={toCover(item.id, book)}
                  heading={
                    <Link to="/shared/{-$shareId}/{-$bookId}" params={{ shareId: item.id, bookId: book.id }}>
                      {book.title}
                    </Link>
                  }
                  detail={listFacts(book).join(' · ')}
                />
              </li>
            ))}
          </ol>
        </>
      )}
    </Page>
  );
}
