import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Book } from '@lectern/contract';
import { pageName, pageThumbnail } from '#entities/book/page-thumbnail.ts';
import { bookPagesQuery } from '#entities/book/queries.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { PictureChoices } from '#ui/pictures/picture-choices.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import css from './cover-dialog.module.css';
import type { GivenCover } from './cover-owner.ts';

interface PagePickerProps {
  readonly book: Book;
  readonly covers: readonly GivenCover[];
  readonly onPick: (page: number) => void;
}

/** Thumbnails of all pages, loaded as they scroll into view. */
export function PagePicker({ book, covers, onPick }: PagePickerProps) {
  const query = useQuery(bookPagesQuery(book.id));
  const chosen = covers.find(({ isSelected }) => isSelected)?.page;
  return (
    <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading pages`} />}>
      {(pages) => (
        <PictureChoices
          label={t`Page`}
          takesFocus
          choices={pages.map(({ pageNumber, label }) => ({
            id: String(pageNumber),
            name: pageName(pageNumber),
            detail: label === undefined || label === String(pageNumber) ? undefined : `“${label}”`,
            isChosen: pageNumber === chosen,
            picture: (
              <img
                className={css['page']}
                src={pageThumbnail(book, pageNumber)}
                alt=""
                loading="lazy"
                decoding="async"
                width={120}
                height={180}
              />
            ),
          }))}
          onChoose={(id) => onPick(Number(id))}
        />
      )}
    </QueryBoundary>
  );
}
