import { t } from '@lingui/core/macro';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { copyNode, type GroupNode, newGroup, negateNode, type TreeNode } from '../tree.ts';
import type { BuilderTools } from './builder-tools.ts';

/** Focus target after a part of the group is removed. */
export function focusAfter(group: GroupNode): string {
  return `add-${group.key}`;
}

export function actionsFor(part: TreeNode, parent: GroupNode, tools: BuilderTools): readonly MenuItem[] {
  const opposite = negateNode(part);
  const change = (to: () => readonly TreeNode[], focus?: string) => tools.changePart(part.key, to, focus);
  const wrap = () => change(() => [newGroup(parent.mode === 'allOf' ? 'anyOf' : 'allOf', [part])]);
  return [
    ...(tools.isFull
      ? []
      : [{ label: t`Duplicate`, icon: 'copy', run: () => change(() => [part, copyNode(part)]) } as const]),
    ...(opposite === undefined
      ? []
      : [{ label: t`Negate`, icon: 'refresh', run: () => change(() => [opposite]) } as const]),
    part.kind === 'clause'
      ? { label: t`Move into a group`, icon: 'folder', run: wrap }
      : { label: t`Ungroup`, icon: 'folder-up', run: () => change(() => part.parts, focusAfter(parent)) },
    { label: t`Remove`, icon: 'trash', apart: true, run: () => change(() => [], focusAfter(parent)) },
  ];
}
