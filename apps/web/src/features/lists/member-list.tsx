import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { describeProblem } from '#lib/problem.ts';
import type { EndlessList } from '#lib/use-endless-list.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { MissingPart } from '#ui/feedback/missing-part.tsx';
import { ErrorState } from '#ui/feedback/notice.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { type MoveHow, SortableRows } from '#ui/grids/sortable-rows.tsx';

interface MemberListProps<Item> {
  readonly label: string;
  readonly list: EndlessList<Item>;
  readonly getName: (item: Item) => string;
  readonly renderRow: (item: Item, index: number) => ReactNode;
  readonly actionsFor?: (item: Item) => readonly MenuItem[];
  readonly onMove?: ((from: number, to: number, how: MoveHow) => void) | undefined;
  readonly empty: ReactNode;
}

/** An endless list of rows with its loading, error and empty states. */
export function MemberList<Item>(props: MemberListProps<Item>) {
  const { label, list, getName, renderRow, actionsFor, onMove, empty } = props;
  if (list.error !== null && list.total === undefined) {
    const problem = describeProblem(list.error);
    return <ErrorState {...problem} onRetry={problem.retry ? list.retry : undefined} />;
  }
  if (list.total === undefined) return <BoxSkeletons label={t`Loading the list`} />;
  if (list.total === 0) return empty;
  const from = <Value,>(index: number, read: (item: Item) => Value): Value | undefined => {
    const item = list.itemAt(index);
    return item === undefined ? undefined : read(item);
  };
  return (
    <>
      <h2 className="visually-hidden">{label}</h2>
      <SortableRows
        label={label}
        count={list.total}
        onRange={list.onRange}
        nameAt={(index) => from(index, getName)}
        renderRow={(index) => from(index, (item) => renderRow(item, index)) ?? null}
        actionsAt={(index) => from(index, (item) => actionsFor?.(item) ?? []) ?? []}
        onMove={onMove}
      />
      <MissingPart error={list.error} onRetry={list.retry} />
    </>
  );
}
