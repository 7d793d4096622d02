import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Book } from '@lectern/contract';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Page } from '#ui/layout/page.tsx';
import { chooseListed } from './choose-kept.ts';
import { KeptBooksGrid, KeptNote } from './kept-tiles.tsx';
import { useKeptCatalog } from './use-kept-catalog.ts';

interface KeptSeriesProps {
  readonly seriesId: string;
  /** Shown while nothing of the series is kept. */
  readonly children: ReactNode;
}

function useKeptBooks(seriesId: string): readonly Book[] {
  const entries = useKeptCatalog() ?? [];
  return chooseListed(entries, {}).filter((book) => book.seriesId === seriesId);
}

/** The page of a series without the server. */
export function KeptSeriesPage({ seriesId, children }: KeptSeriesProps) {
  const books = useKeptBooks(seriesId);
  const [first] = books;
  useDocumentTitle(first?.seriesName);
  if (first === undefined) return children;
  const { libraryId, libraryName, seriesName } = first;
  const library = (
    <Link to="/library/$libraryId" params={{ libraryId }}>
      {libraryName}
    </Link>
  );
  return (
    <Page title={seriesName} above={library}>
      <KeptNote />
      <KeptBooksGrid books={books} inSeries />
    </Page>
  );
}

interface KeptSeriesBooksProps extends KeptSeriesProps {
  /** Whether a book belongs to the part of the series that is shown. */
  readonly isShown?: ((book: Book) => boolean) | undefined;
}

/** The books of a series, or of a part of it, below the head of its page. */
export function KeptSeriesBooks({ seriesId, isShown = () => true, children }: KeptSeriesBooksProps) {
  const books = useKeptBooks(seriesId).filter(isShown);
  if (books.length === 0) return children;
  return (
    <>
      <KeptNote />
      <KeptBooksGrid books={books} inSeries />
    </>
  );
}
