import { BookTile } from '#entities/book/book-tile.tsx';
import { GRID_PAGE, libraryBooksQuery } from '#entities/book/queries.ts';
import { useEndlessList } from '#lib/use-endless-list.ts';
import { LibraryGrid } from './library-grid.tsx';

interface BooksGridProps {
  readonly libraryId: string;
  readonly sort: string;
}

export function BooksGrid({ libraryId, sort }: BooksGridProps) {
  const list = useEndlessList({
    queryFor: (page) => libraryBooksQuery(libraryId, sort, page),
    pageSize: GRID_PAGE,
  });
  return (
    <LibraryGrid
      label="Books"
      list={list}
      libraryId={libraryId}
      renderTile={(book, focusable) => <BookTile book={book} focusable={focusable} />}
    />
  );
}
