import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SharedBook, SharedHighlight } from '@lectern/contract';
import { bookQuery } from '#entities/book/queries.ts';
import { Quotation } from '#entities/share/quotation.tsx';
import { currentUserQuery } from '#entities/user/queries.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Hero } from '#ui/layout/hero.tsx';
import type { CoverPicture } from '#ui/pictures/cover.tsx';
import { Icon } from '#ui/pictures/icon.tsx';

interface SharedQuotationProps {
  readonly book: SharedBook;
  readonly highlight: SharedHighlight;
  readonly cover: CoverPicture;
  /** Until when the link works. */
  readonly above: string;
}

/** A quotation behind a link. It opens no book, except for people who may read it anyway. */
export function SharedQuotation({ book, highlight, cover, above }: SharedQuotationProps) {
  return (
    <Hero
      cover={cover}
      above={above}
      title={book.title}
      facts={[]}
      actions={<OpenInBook bookId={book.id} position={highlight.position} />}
    >
      <Quotation text={highlight.text} />
    </Hero>
  );
}

/** Shown to people who see the book by rights of their own. It keeps their place in the book. */
function OpenInBook({ bookId, position }: { readonly bookId: string; readonly position: number }) {
  const { data: user } = useQuery(currentUserQuery());
  const { data: found } = useQuery({
    ...bookQuery(bookId),
    enabled: user?.effectivePermissions.includes('PagesRead') === true,
  });
  if (found === undefined) return null;
  return (
    <Link
      to="/read/$bookId"
      params={{ bookId }}
      search={{ page: position, incognito: true }}
      className={buttonClass('primary', 'large')}
    >
      <Icon name="play" size={18} />
      {t`Open in the book`}
    </Link>
  );
}
