import { t } from '@lingui/core/macro';
import type { ReactNode, Ref } from 'react';
import { useAway } from '#lib/use-away.ts';
import { describeProblem } from '#lib/problem.ts';
import type { EndlessList } from '#lib/use-endless-list.ts';
import type { GridSelection } from './grid-selection.ts';
import { MissingPart } from '#ui/feedback/missing-part.tsx';
import { ErrorState } from '#ui/feedback/notice.tsx';
import { TileSkeleton, TileSkeletons } from '#ui/feedback/tile-skeleton.tsx';
import { type GridHandle, VirtualGrid } from './virtual-grid.tsx';

interface EndlessGridProps<Item extends { readonly id: string }> {
  readonly ref?: Ref<GridHandle> | undefined;
  /** Accessible name, such as "Books". */
  readonly label: string;
  readonly list: EndlessList<Item>;
  readonly renderTile: (item: Item, focusable: boolean) => ReactNode;
  /** Shown instead of an empty grid. */
  readonly empty: ReactNode;
  /** Absent when the grid has no bulk actions. */
  readonly selection?: GridSelection | undefined;
  /** Replaces skeletons and error while the server does not answer, and may show them itself. */
  readonly whenAway?: ((otherwise: ReactNode) => ReactNode) | undefined;
}

/** An endless grid with its loading, error and empty states. */
export function EndlessGrid<Item extends { readonly id: string }>(props: EndlessGridProps<Item>) {
  const { ref, label, list, renderTile, empty, selection, whenAway } = props;
  const isAway = useAway(list.error);
  if (list.total === undefined) {
    const otherwise = <Unlisted label={label} list={list} />;
    return isAway && whenAway !== undefined ? whenAway(otherwise) : otherwise;
  }
  if (list.total === 0) return empty;
  return (
    <>
      <h2 className="visually-hidden">{label}</h2>
      <VirtualGrid
        ref={ref}
        label={label}
        count={list.total}
        selection={selection}
        onRange={list.onRange}
        keyAt={(index) => list.itemAt(index)?.id}
        renderItem={(index, focusable) => {
          const item = list.itemAt(index);
          return item === undefined ? <TileSkeleton /> : renderTile(item, focusable);
        }}
      />
      <MissingPart error={list.error} onRetry={list.retry} />
    </>
  );
}

/** A list without its first answer. */
function Unlisted<Item extends { readonly id: string }>({
  label,
  list,
}: Pick<EndlessGridProps<Item>, 'label' | 'list'>) {
  if (list.error === null) return <TileSkeletons label={t`Loading: ${label}`} />;
  const problem = describeProblem(list.error);
  return <ErrorState {...problem} onRetry={problem.retry ? list.retry : undefined} />;
}
