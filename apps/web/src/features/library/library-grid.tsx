import type { ReactNode } from 'react';
import { describeProblem } from '#lib/problem.ts';
import type { EndlessList } from '#lib/use-endless-list.ts';
import { ErrorState } from '#ui/notice.tsx';
import { TileSkeleton, TileSkeletons } from '#ui/tile-skeleton.tsx';
import { VirtualGrid } from '#ui/virtual-grid.tsx';
import { EmptyLibrary } from './empty-library.tsx';

interface LibraryGridProps<Item extends { readonly id: string }> {
  readonly label: string;
  readonly list: EndlessList<Item>;
  readonly libraryId: string;
  readonly renderTile: (item: Item, focusable: boolean) => ReactNode;
}

/** The endless grid of a library in each of its states. */
export function LibraryGrid<Item extends { readonly id: string }>({
  label,
  list,
  libraryId,
  renderTile,
}: LibraryGridProps<Item>) {
  if (list.error !== null) {
    const problem = describeProblem(list.error);
    return <ErrorState {...problem} onRetry={problem.retry ? list.retry : undefined} />;
  }
  if (list.total === undefined) return <TileSkeletons label={`Loading ${label.toLowerCase()}`} />;
  if (list.total === 0) return <EmptyLibrary libraryId={libraryId} />;
  return (
    <>
      <h2 className="visually-hidden">{label}</h2>
      <VirtualGrid
        label={label}
        count={list.total}
        onRange={list.onRange}
        keyAt={(index) => list.itemAt(index)?.id}
        renderItem={(index, focusable) => {
          const item = list.itemAt(index);
          return item === undefined ? <TileSkeleton /> : renderTile(item, focusable);
        }}
      />
    </>
  );
}
