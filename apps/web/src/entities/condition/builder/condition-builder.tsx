import { useEffect, useRef } from 'react';
import { LIMITS } from '../clause.ts';
import type { ListTarget } from '../list-query.ts';
import { changeGroup, changePart, countParts, type GroupNode } from '../tree.ts';
import type { BuilderTools } from './builder-tools.ts';
import css from './condition-builder.module.css';
import { GroupBox } from './group-box.tsx';

interface ConditionBuilderProps {
  readonly target: ListTarget;
  readonly tree: GroupNode;
  readonly onTree: (tree: GroupNode) => void;
  /** Server errors by the key of the part. */
  readonly problems?: ReadonlyMap<string, string>;
}

const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

/** Edits a condition as lines and nested groups, each of which matches all or any of its parts. */
export function ConditionBuilder({ target, tree, onTree, problems = NO_PROBLEMS }: ConditionBuilderProps) {
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useRef<string>(undefined);
  useEffect(() => {
    const wanted = focusNext.current;
    if (wanted === undefined) return;
    focusNext.current = undefined;
    box.current?.querySelector<HTMLElement>(`[data-focus="${wanted}"]`)?.focus();
  });
  const tools: BuilderTools = {
    target,
    problems,
    isFull: countParts(tree) >= LIMITS.nodes,
    changePart: (key, change, focus) => {
      focusNext.current = focus;
      onTree(changePart(tree, key, change));
    },
    changeGroup: (key, change, focus) => {
      focusNext.current = focus;
      onTree(changeGroup(tree, key, change));
    },
  };
  return (
    <div ref={box} className={css['builder']}>
      <GroupBox group={tree} depth={1} tools={tools} />
    </div>
  );
}
