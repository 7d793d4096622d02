import { t } from '@lingui/core/macro';
import { Button } from '#ui/controls/button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { LIMITS } from '../clause.ts';
import { type GroupNode, newGroup, type TreeNode } from '../tree.ts';
import type { BuilderTools } from './builder-tools.ts';
import css from './condition-builder.module.css';
import { ClauseLine } from './clause-line.tsx';
import { newClause } from './draft.ts';
import { actionsFor, focusAfter } from './part-actions.ts';

interface GroupBoxProps {
  readonly group: GroupNode;
  /** 1 for the root. */
  readonly depth: number;
  readonly parent?: GroupNode;
  readonly tools: BuilderTools;
}

const AND = t({ message: 'and', context: 'between two conditions' });
const OR = t({ message: 'or', context: 'between two conditions' });

export function GroupBox({ group, depth, parent, tools }: GroupBoxProps) {
  const problem = tools.problems.get(group.key);
  const add = (part: TreeNode, focus: string) =>
    tools.changeGroup(group.key, (now) => ({ ...now, parts: [...now.parts, part] }), focus);
  const addClause = () => {
    const clause = newClause();
    add(clause, clause.key);
  };
  const addGroup = () => {
    const clause = newClause();
    add(newGroup(group.mode === 'allOf' ? 'anyOf' : 'allOf', [clause]), clause.key);
  };
  return (
    <div role="group" aria-label={group.mode === 'allOf' ? t`All of these` : t`Any of these`} className={css['box']}>
      <div className={css['head']}>
        <select
          aria-label={t`Conditions that must match`}
          className={css['mode']}
          value={group.mode}
          onChange={({ target: { value } }) =>
            tools.changeGroup(group.key, (now) => ({ ...now, mode: value === 'anyOf' ? 'anyOf' : 'allOf' }))
          }
        >
          <option value="allOf">{t`All of these`}</option>
          <option value="anyOf">{t`Any of these`}</option>
        </select>
        {parent !== undefined && <Menu label={t`Actions for this group`} items={actionsFor(group, parent, tools)} />}
      </div>
      {problem !== undefined && <p className={css['problem']}>{problem}</p>}
      <ol className={css['parts']}>
        {group.parts.map((part, index) => (
          <li key={part.key} className={css['part']}>
            {index > 0 && <span className={css['joint']}>{group.mode === 'allOf' ? AND : OR}</span>}
            {part.kind === 'group' ? (
              <GroupBox group={part} depth={depth + 1} parent={group} tools={tools} />
            ) : (
              <ClauseLine clause={part} parent={group} tools={tools} />
            )}
          </li>
        ))}
      </ol>
      <div className={css['add']}>
        <Button
          icon="plus"
          data-focus={focusAfter(group)}
          disabled={tools.isFull}
          onClick={addClause}
        >{t`Add condition`}</Button>
        {depth < LIMITS.depth && (
          <Button look="quiet" icon="plus" disabled={tools.isFull} onClick={addGroup}>{t`Add group`}</Button>
        )}
      </div>
    </div>
  );
}
