import { t } from '@lingui/core/macro';
import type { Book, SeriesGap } from '@lectern/contract';
import { BookTile } from '#entities/book/book-tile.tsx';
import type { BookList } from '#entities/condition/list-query.ts';
import { LazyKeptSeriesBooks } from '#entities/kept/lazy-kept.tsx';
import { LazySelectionBar } from '#entities/selection/lazy-selection-bar.tsx';
import { useGridSelection } from '#entities/selection/use-grid-selection.ts';
import { useHasAccount } from '#entities/user/use-may.ts';
import type { EndlessList } from '#lib/use-endless-list.ts';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { EndlessGrid } from '#ui/grids/endless-grid.tsx';
import type { GridSelection } from '#ui/grids/grid-selection.ts';
import { GhostTile } from './ghost-tile.tsx';
import { isGhost, placeGhosts } from './place-ghosts.ts';

interface BookGridProps {
  readonly label: string;
  readonly list: EndlessList<Book>;
  /** Shown as ghost covers; their index counts the books of the list. */
  readonly gaps: readonly SeriesGap[];
  /** Needed to select all books. */
  readonly query: BookList;
  readonly seriesId: string;
  /** Whether a book belongs here, for kept books; all of the series without it. */
  readonly isShown?: (book: Book) => boolean;
}

/** Books of a series in reading order, with what is missing between them. */
export function BookGrid({ label, list, gaps, query, seriesId, isShown }: BookGridProps) {
  const grid = useGridSelection(list, query);
  const selects = useHasAccount();
  const { shown, bookAt } = placeGhosts(list, gaps);
  return (
    <>
      <EndlessGrid
        label={label}
        list={shown}
        selection={selects ? selectBooksOnly(grid.selection, bookAt) : undefined}
        whenAway={(otherwise) => (
          <LazyKeptSeriesBooks seriesId={seriesId} isShown={isShown}>
            {otherwise}
          </LazyKeptSeriesBooks>
        )}
        renderTile={(item, focusable) =>
          isGhost(item) ? (
            <GhostTile gap={item.gap} focusable={focusable} />
          ) : (
            <BookTile book={item} inSeries focusable={focusable} />
          )
        }
        empty={
          <EmptyState
            icon="book"
            title={t`No books`}
          >{t`The files of this series are missing. If they come back, a scan restores the books.`}</EmptyState>
        }
      />
      <LazySelectionBar grid={grid} />
    </>
  );
}

/** A selection by places in the grid, where ghosts cannot be selected. */
function selectBooksOnly(selection: GridSelection, bookAt: (index: number) => number | undefined): GridSelection {
  return {
    ...selection,
    nameAt: (index) => {
      const at = bookAt(index);
      return at === undefined ? undefined : selection.nameAt(at);
    },
    toggle: (index, reach) => {
      const at = bookAt(index);
      if (at !== undefined) selection.toggle(at, reach);
    },
  };
}
