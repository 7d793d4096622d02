import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import type { Book } from '@lectern/contract';
import type { CSSProperties } from 'react';
import { bookCover } from '#entities/book/book-cover.ts';
import { bookState, isReadable, readWords } from '#entities/book/book-state.ts';
import { KeptMark } from '#entities/offline/kept-mark.tsx';
import { buttonClass } from '#ui/controls/button.tsx';
import { Cover } from '#ui/pictures/cover.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import css from './home-page.module.css';

/** The book read last, with a link to its current page. */
export function ContinueCard({ book }: { readonly book: Book }) {
  const state = bookState(book);
  const tint: (CSSProperties & Record<'--tint', string>) | undefined =
    book.coverPlaceholder === null ? undefined : { '--tint': book.coverPlaceholder };
  return (
    <section className={css['continue']} style={tint} aria-label={t`Where you left off`}>
      <div className={css['cover']}>
        <Link to="/book/$bookId" params={{ bookId: book.id }} tabIndex={-1} aria-hidden="true">
          <Cover {...bookCover(book)} eager sizes="(min-width: 640px) 176px, 30vw" />
        </Link>
        <KeptMark bookId={book.id} />
      </div>
      <div className={css['words']}>
        <p className={css['kicker']}>{book.seriesName}</p>
        <h2 className={css['bookTitle']}>
          <Link to="/book/$bookId" params={{ bookId: book.id }}>
            {book.title}
          </Link>
        </h2>
        <p className={css['kicker']}>{state.words}</p>
        <div className={css['progress']}>
          <ProgressBar share={state.share ?? 0} label={t`Progress`} />
        </div>
        {isReadable(book) && (
          <Link to="/read/$bookId" params={{ bookId: book.id }} className={buttonClass('primary', 'large')}>
            <Icon name="play" size={18} />
            {readWords(book)}
          </Link>
        )}
      </div>
    </section>
  );
}
