import { t } from '@lingui/core/macro';
import type { ReactNode, Ref } from 'react';
import { BookTile } from '#entities/book/book-tile.tsx';
import { bookListQuery, GRID_PAGE } from '#entities/book/queries.ts';
import type { BookList } from '#entities/condition/list-query.ts';
import { useEndlessList } from '#lib/use-endless-list.ts';
import type { GridHandle } from '#ui/grids/virtual-grid.tsx';
import { ListGrid } from './list-grid.tsx';

interface BooksGridProps {
  readonly ref?: Ref<GridHandle> | undefined;
  readonly query: BookList;
  readonly whenEmpty: ReactNode;
}

export function BooksGrid({ ref, query, whenEmpty }: BooksGridProps) {
  const list = useEndlessList({ queryFor: (page) => bookListQuery(query, page), pageSize: GRID_PAGE });
  return (
    <ListGrid
      ref={ref}
      label={t`Books`}
      list={list}
      query={query}
      whenEmpty={whenEmpty}
      renderTile={(book, focusable) => <BookTile book={book} focusable={focusable} />}
    />
  );
}
