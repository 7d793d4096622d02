import { bookCondition, type BookTestField } from '#db/filters/book-condition.ts';
import type { ConditionTree } from '#db/filters/condition-tree.ts';
import type { FilterViewer } from '#db/filters/field-matches.ts';
import { booksWith } from '#db/filters/found-ids.ts';
import type { ChosenPart } from './choose-rows.ts';

type Tree = ConditionTree<BookTestField>;

/** What stands in the row of a book itself is looked at as fast as anything that is known before. */
const CHEAP: ReadonlySet<BookTestField> = new Set([
  ...(['libraryId', 'seriesId', 'title', 'titleSort', 'format', 'number', 'volume', 'chapter'] as const),
  ...(['pageCount', 'fileSize', 'dateAdded', 'dateUpdated', 'analyzed', 'deleted', 'state', 'fileFormat'] as const),
]);

function isCheap(tree: Tree): boolean {
  if ('allOf' in tree) return tree.allOf.every(isCheap);
  if ('anyOf' in tree) return tree.anyOf.every(isCheap);
  return CHEAP.has(tree.field);
}

function flatten(tree: Tree): readonly Tree[] {
  return 'allOf' in tree ? tree.allOf.flatMap(flatten) : [tree];
}

/** The conditions of a filter one by one: all of them have to hold. */
export function bookParts(trees: readonly Tree[], viewer: FilterViewer): readonly ChosenPart[] {
  return trees.flatMap(flatten).map((tree) => {
    const where = bookCondition(tree, viewer);
    if (isCheap(tree)) return { name: '', where };
    const isDenied = 'field' in tree && tree.isDenied;
    const looked = isDenied ? { ...tree, isDenied: false } : tree;
    const name = JSON.stringify([viewer.userId, looked]);
    return { name, where, dear: { isDenied, ids: booksWith(isDenied ? bookCondition(looked, viewer) : where) } };
  });
}
