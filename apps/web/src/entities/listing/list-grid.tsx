import type { ReactNode, Ref } from 'react';
import type { ListQuery } from '#entities/condition/list-query.ts';
import { LazyKeptList } from '#entities/kept/lazy-kept.tsx';
import { LazySelectionBar } from '#entities/selection/lazy-selection-bar.tsx';
import { useGridSelection } from '#entities/selection/use-grid-selection.ts';
import { useHasAccount } from '#entities/user/use-may.ts';
import type { EndlessList } from '#lib/use-endless-list.ts';
import { EndlessGrid } from '#ui/grids/endless-grid.tsx';
import type { GridHandle } from '#ui/grids/virtual-grid.tsx';

interface ListGridProps<Item extends { readonly id: string; readonly title: string }> {
  readonly ref?: Ref<GridHandle> | undefined;
  readonly label: string;
  readonly list: EndlessList<Item>;
  /** Needed to select all items. */
  readonly query: ListQuery;
  /** Shown for an empty list. */
  readonly whenEmpty: ReactNode;
  readonly renderTile: (item: Item, focusable: boolean) => ReactNode;
}

/** The endless grid of a list with its loading, error and empty states. */
export function ListGrid<Item extends { readonly id: string; readonly title: string }>({
  ref,
  label,
  list,
  query,
  whenEmpty,
  renderTile,
}: ListGridProps<Item>) {
  const grid = useGridSelection(list, query);
  const selects = useHasAccount();
  return (
    <>
      <EndlessGrid
        ref={ref}
        label={label}
        list={list}
        selection={selects ? grid.selection : undefined}
        renderTile={renderTile}
        empty={whenEmpty}
        whenAway={(otherwise) => <LazyKeptList query={query}>{otherwise}</LazyKeptList>}
      />
      <LazySelectionBar grid={grid} />
    </>
  );
}
