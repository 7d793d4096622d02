import { t } from '@lingui/core/macro';
import { buildAddress } from '#lib/api.ts';
import { Button } from '#ui/controls/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import type { Turn } from '../engine/direction.ts';
import type { NeighbourBook } from '../reader-props.ts';
import css from './end-panel.module.css';

interface EndPanelProps {
  readonly turn: Turn;
  /** The next or previous book; null without one, undefined while loading. */
  readonly beyond: NeighbourBook | null | undefined;
  /** Whether the books around it are those of a link, not of a series. */
  readonly isLinked: boolean;
  /** Inside the flow of a strip, or over a page. */
  readonly place: 'inline' | 'over';
  readonly onOpen: () => void;
  readonly onStay: () => void;
  readonly onClose: () => void;
}

/** Shown past the first or last page; the neighbouring book opens only after a second turn. */
export function EndPanel({ turn, beyond, isLinked, place, onOpen, onStay, onClose }: EndPanelProps) {
  if (beyond === undefined) return null;
  const isEnd = turn === 'next';
  return (
    <section
      className={classNames(css['panel'], css[place])}
      aria-label={isEnd ? t`End of the book` : t`Start of the book`}
      role="status"
    >
      {beyond === null ? (
        <p className={css['title']}>{sayEnd(isEnd, isLinked)}</p>
      ) : (
        <Neighbour book={beyond} label={isEnd ? t`Next` : t`Previous`} hint={place === 'over'} />
      )}
      <div className={css['actions']}>
        {beyond !== null && (
          <Button look="primary" icon="book" onClick={onOpen}>
            {isEnd ? t`Read next` : t`Read previous`}
          </Button>
        )}
        {place === 'over' && <Button onClick={onStay}>{t`Stay here`}</Button>}
        {isEnd && <Button look={beyond === null ? 'primary' : 'quiet'} onClick={onClose}>{t`Close`}</Button>}
      </div>
    </section>
  );
}

function sayEnd(isEnd: boolean, isLinked: boolean): string {
  if (isLinked) return isEnd ? t`End of the book` : t`Start of the book`;
  return isEnd ? t`This is the last book of the series.` : t`This is the first book.`;
}

interface NeighbourProps {
  readonly book: NeighbourBook;
  readonly label: string;
  readonly hint: boolean;
}

function Neighbour({ book, label, hint }: NeighbourProps) {
  return (
    <>
      {book.coverVersion !== null && (
        <img className={css['cover']} src={getCoverAddress(book)} alt="" width={96} height={144} />
      )}
      <div>
        <p className={css['label']}>{label}</p>
        <p className={css['title']}>{book.title}</p>
        {hint && <p className={css['label']}>{t`Turn again to open it`}</p>}
      </div>
    </>
  );
}

function getCoverAddress({ id, coverVersion: v, shareId }: NeighbourBook): string {
  if (shareId !== undefined) return buildAddress('getSharedCover', { id: shareId, bookId: id }, { v });
  return buildAddress('getBookThumbnail', { id }, { v });
}
