import { useQueries, useQuery } from '@tanstack/react-query';
import { librariesQuery } from '#entities/library/queries.ts';
import { seriesQuery } from '#entities/series/queries.ts';
import type { ListTarget } from './list-query.ts';
import { type TreeNode, parseTree } from './tree.ts';
import type { FindName } from './words.ts';

/** Most series of one condition whose names are fetched. */
const MAX_NAMED = 20;

/** Resolves the library and series names in a condition. */
export function useNames(target: ListTarget, condition: unknown): FindName {
  const { tree } = parseTree(target, condition);
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
