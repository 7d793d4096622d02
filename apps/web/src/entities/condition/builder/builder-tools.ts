import type { ListTarget } from '../list-query.ts';
import type { GroupNode, TreeNode } from '../tree.ts';

/** Shared by the groups and lines of a builder. */
export interface BuilderTools {
  readonly target: ListTarget;
  readonly problems: ReadonlyMap<string, string>;
  /** The node limit is reached. */
  readonly isFull: boolean;
  /** @param focus `data-focus` value of the element that gets the focus after rendering */
  readonly changePart: (key: string, change: (part: TreeNode) => readonly TreeNode[], focus?: string) => void;
  readonly changeGroup: (key: string, change: (group: GroupNode) => GroupNode, focus?: string) => void;
}
