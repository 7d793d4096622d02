import type { SharedBook, SharedItem } from '@lectern/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { EndedLink, isEnded } from '#entities/share/ended-link.tsx';
import { sharedItemQuery } from '#entities/share/queries.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { OpenBook } from './open-book.tsx';
import { ReaderNotice } from './reader-notice.tsx';
import type { NeighbourBook, ReaderBook } from './reader-props.ts';

interface SharedReaderProps {
  readonly shareId: string;
  readonly bookId: string;
  readonly onClose: () => void;
  readonly onOpenBook: (bookId: string) => void;
}

/** Reads a book behind a link. Nothing of the reader is asked, sent or kept. */
export function SharedReader({ shareId, bookId, onClose, onOpenBook }: SharedReaderProps) {
  const { data, error, isLoadingError, refetch } = useQuery(sharedItemQuery(shareId));
  const book = data === undefined ? undefined : findBook(data, bookId);
  useDocumentTitle(book?.title);
  if (isLoadingError || isEnded(error)) return <EndedLink error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <ReaderNotice onClose={onClose} />;
  if (book === undefined) return <EndedLink />;
  if (book.layout === null) return <ReaderNotice book={book} onClose={onClose} />;
  return (
    <Suspense fallback={<ReaderNotice onClose={onClose} />}>
      <OpenBook
        book={book}
        startPage={1}
        progress={undefined}
        isIncognito={false}
        onClose={onClose}
        onFollow={ignore}
        onOpenBook={onOpenBook}
      />
    </Suspense>
  );
}

function ignore(): void {
  // no other device is known
}

function findBook({ id: shareId, books }: SharedItem, bookId: string): ReaderBook | undefined {
  const index = books.findIndex(({ id }) => id === bookId);
  const book = books[index];
  if (book === undefined) return undefined;
  return {
    ...book,
    ...toNeighbour(shareId, book),
    analyzed: book.layout !== null,
    analysisError: null,
    readProgress: undefined,
    seriesId: '',
    seriesName: '',
    libraryId: '',
    number: null,
    around: { prev: findNeighbour(shareId, books[index - 1]), next: findNeighbour(shareId, books[index + 1]) },
  };
}

function findNeighbour(shareId: string, book: SharedBook | undefined): NeighbourBook | null {
  return book === undefined ? null : toNeighbour(shareId, book);
}

/** A link does not tell the hash of the file: addresses of its pages have no version. */
function toNeighbour(shareId: string, { id, title, coverVersion, layout }: SharedBook): NeighbourBook {
  return { id, title, coverVersion, layout, fileHash: '', shareId };
}
