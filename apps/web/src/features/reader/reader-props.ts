import type { Book, ReadProgress } from '@lectern/contract';

/** A book beside the open one. */
export interface NeighbourBook extends Pick<Book, 'id' | 'title' | 'coverVersion' | 'layout' | 'fileHash'> {
  /** The link through which it is read; absent for a book of the account. */
  readonly shareId?: string;
}

/** What the readers need of a book. Behind a link, series and library are empty, and nothing of the reader is known or kept. */
export interface ReaderBook
  extends NeighbourBook,
    Pick<Book, 'fileFormat' | 'pageCount' | 'readingDirection' | 'analyzed' | 'analysisError'>,
    Pick<Book, 'seriesId' | 'seriesName' | 'libraryId' | 'number' | 'readProgress'> {
  /** The books around it in a list behind a link; the server knows them otherwise. */
  readonly around?: { readonly prev: NeighbourBook | null; readonly next: NeighbourBook | null };
}

export interface ReaderProps {
  readonly book: ReaderBook;
  /** First page to show, from 1: from the address or the progress. */
  readonly startPage: number;
  /** The exact stored place; undefined when reading starts elsewhere. */
  readonly progress: ReadProgress | undefined;
  readonly isIncognito: boolean;
  readonly onClose: () => void;
  /** Reopens the book at the place of another device. */
  readonly onFollow: (progress: ReadProgress) => void;
  readonly onOpenBook: (bookId: string) => void;
}
