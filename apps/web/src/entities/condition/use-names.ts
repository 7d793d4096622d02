import { useQueries, useQuery } from '@tanstack/react-query';
import { librariesQuery } from '#entities/library/queries.ts';
import { seriesQuery } from '#entities/series/queries.ts';
import type { ListTarget } from './list-query.ts';
import { type TreeNode, treeOf } from './tree.ts';
import type { NameOf } from './words.ts';

/** So many series of one condition are asked for their names. */
const MAX_NAMED = 20;

/** Names of the libraries and series that a condition speaks of. */
export function useNames(target: ListTarget, condition: unknown): NameOf {
  const { tree } = treeOf(target, condition);
  const { data: libraries = [] } = useQuery(librariesQuery());
  const seriesIds = [...new Set(idsIn(tree))].slice(0, MAX_NAMED);
  const series = useQueries({ queries: seriesIds.map((id) => seriesQuery(id)) });
  return (field, id) => {
    if (field === 'libraryId') return libraries.find((library) => library.id === id)?.name;
    return series[seriesIds.indexOf(id)]?.data?.title;
  };
}

function idsIn(node: TreeNode): readonly string[] {
  if (node.kind === 'group') return node.parts.flatMap(idsIn);
  return node.field === 'seriesId' ? node.texts : [];
}
