import { t } from '@lingui/core/macro';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { getCoverScope } from '#entities/cover/change-cover.ts';
import { chooseListCover, orderMembers, removeFromList } from '#entities/list/change-lists.ts';
import { LIST_PAGE } from '#entities/list/queries.ts';
import type { SharedList } from '#entities/list/shared-list.ts';
import { useMove } from '#entities/list/use-move.ts';
import { useUndoable } from '#entities/undo/use-undoable.ts';
import { type ListPage, useEndlessList } from '#lib/use-endless-list.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';

interface Member {
  readonly id: string;
  readonly title: string;
}

/**
 * Members of a list as rows, with loading, moving and row actions.
 * @param queryFor query of one page in row order, from 1
 */
export function useMembers<Item extends Member, Key extends QueryKey>(
  shared: SharedList,
  queryFor: (page: number) => UseQueryOptions<ListPage<Item>, Error, ListPage<Item>, Key>,
) {
  const { kind } = shared;
  const list = useEndlessList({ queryFor, pageSize: LIST_PAGE });
  const change = useUndoable(undefined, getCoverScope(shared.list.id));
  const move = useMove({
    queryFor,
    pageSize: LIST_PAGE,
    getName: ({ title }) => title,
    order: async (ids) => orderMembers({ kind, id: shared.list.id }, ids),
  });
  const actionsFor = (member: Item): readonly MenuItem[] => [
    {
      label: kind === 'collection' ? t`Use as collection cover` : t`Use as reading list cover`,
      icon: 'image',
      run: () => change.mutate(async () => chooseListCover(shared, member.id)),
    },
    {
      label: kind === 'collection' ? t`Remove from collection` : t`Remove from reading list`,
      icon: 'close',
      apart: true,
      run: () => change.mutate(async () => removeFromList(shared, member)),
    },
  ];
  return { list, move, actionsFor };
}
