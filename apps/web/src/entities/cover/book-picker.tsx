import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { bookCover } from '#entities/book/book-cover.ts';
import { bookNumber } from '#entities/book/book-state.ts';
import { allSeriesBooksQuery } from '#entities/book/queries.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Cover } from '#ui/pictures/cover.tsx';
import { PictureChoices } from '#ui/pictures/picture-choices.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import type { GivenCover } from './cover-owner.ts';

interface BookPickerProps {
  readonly seriesId: string;
  readonly covers: readonly GivenCover[];
  readonly onPick: (bookId: string) => void;
}

/** Books of a series that have a cover, in reading order. */
export function BookPicker({ seriesId, covers, onPick }: BookPickerProps) {
  const query = useQuery(allSeriesBooksQuery(seriesId));
  const chosen = covers.find(({ isSelected }) => isSelected)?.fromBookId;
  return (
    <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading books`} />}>
      {({ data }) => (
        <PictureChoices
          label={t`Book`}
          takesFocus
          choices={data
            .filter(({ coverVersion }) => coverVersion !== null)
            .map((book) => {
              const number = bookNumber(book);
              return {
                id: book.id,
                name: book.title,
                detail: number === undefined ? undefined : t`No. ${number}`,
                isChosen: book.id === chosen,
                picture: <Cover {...bookCover(book)} sizes="140px" />,
              };
            })}
          onChoose={onPick}
        />
      )}
    </QueryBoundary>
  );
}
