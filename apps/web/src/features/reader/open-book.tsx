import { BOOK_FORMATS } from '@lectern/contract/book-formats';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { bookPagesQuery } from '#entities/book/queries.ts';
import { ReaderNotice } from './reader-notice.tsx';
import type { ReaderProps } from './reader-props.ts';
import { LinkedOptionsProvider, ProfileProvider } from './settings/profile-provider.tsx';

const ComicReader = lazy(async () => ({ default: (await import('./comic/comic-reader.tsx')).ComicReader }));
const PdfReader = lazy(async () => ({ default: (await import('./pdf/pdf-reader.tsx')).PdfReader }));
const EpubReader = lazy(async () => ({ default: (await import('./epub/epub-reader.tsx')).EpubReader }));

/** The reader for the format of a book, of the account or behind a link. */
export function OpenBook(props: ReaderProps) {
  // frozen, so that progress saved by the reader itself does not move the page
  const [{ book, startPage, progress }] = useState(props);
  const opened = { ...props, book, startPage, progress };
  const reader = book.layout === 'reflowable' ? <EpubReader {...opened} /> : <PageBookLoader {...opened} />;
  if (book.shareId !== undefined) return <LinkedOptionsProvider>{reader}</LinkedOptionsProvider>;
  return <ProfileProvider book={book}>{reader}</ProfileProvider>;
}

function PageBookLoader(props: ReaderProps) {
  const { id, shareId } = props.book;
  const pages = useQuery({ ...bookPagesQuery(id, shareId), refetchOnWindowFocus: false });
  if (pages.isLoadingError) {
    return <ReaderNotice problem={pages.error} onClose={props.onClose} onRetry={() => void pages.refetch()} />;
  }
  if (pages.data === undefined) return <ReaderNotice onClose={props.onClose} />;
  if (pages.data.length === 0) return <ReaderNotice book={props.book} onClose={props.onClose} />;
  const Reader = BOOK_FORMATS[props.book.fileFormat].kind === 'document' ? PdfReader : ComicReader;
  return <Reader {...props} pages={pages.data} />;
}
