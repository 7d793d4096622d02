import type { ListTarget } from '../list-query.ts';
import type { GroupNode, TreeNode } from '../tree.ts';

/** What the boxes and lines of a builder share. */
export interface BuilderTools {
  readonly target: ListTarget;
  readonly problems: ReadonlyMap<string, string>;
  /** There are as many parts as there may be. */
  readonly isFull: boolean;
  /** @param focus `data-focus` of what is focused once it is drawn */
  readonly changePart: (key: string, change: (part: TreeNode) => readonly TreeNode[], focus?: string) => void;
  readonly changeGroup: (key: string, change: (group: GroupNode) => GroupNode, focus?: string) => void;
}
