import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { IconButton } from '#ui/controls/button.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { FIELD_PARTS, type FieldWords } from '../field-words.ts';
import { findFieldByName, listFields, findField } from '../fields.ts';
import type { ListTarget } from '../list-query.ts';
import { operatorsFor, operatorWords } from '../operators.ts';
import type { ClauseNode, GroupNode } from '../tree.ts';
import type { BuilderTools } from './builder-tools.ts';
import css from './condition-builder.module.css';
import { withField, withOperator } from './draft.ts';
import { actionsFor, focusAfter } from './part-actions.ts';
import { ValueField } from './value-field.tsx';

interface ClauseLineProps {
  readonly clause: ClauseNode;
  readonly parent: GroupNode;
  readonly tools: BuilderTools;
}

export function ClauseLine({ clause, parent, tools }: ClauseLineProps) {
  const id = useId();
  const field = findField(tools.target, clause.field);
  if (field === undefined) return null;
  const { label } = field;
  const problem = tools.problems.get(clause.key);
  const change = (to: ClauseNode) => tools.changePart(clause.key, () => [to]);
  return (
    <div role="group" aria-label={label} className={css['line']} data-invalid={problem !== undefined}>
      <FieldSelect target={tools.target} clause={clause} onClause={change} />
      <OperatorSelect field={field} clause={clause} onClause={change} />
      <ValueField
        clause={clause}
        field={field}
        describedBy={problem === undefined ? undefined : id}
        onTexts={(texts) => change({ ...clause, texts })}
      />
      <span className={css['actions']}>
        <Menu label={t`Actions for ${label}`} items={actionsFor(clause, parent, tools)} />
        <IconButton
          icon="close"
          label={t`Remove ${label}`}
          onClick={() => tools.changePart(clause.key, () => [], focusAfter(parent))}
        />
      </span>
      {problem !== undefined && (
        <p id={id} className={css['problem']}>
          <Icon name="warning" size={16} />
          {problem}
        </p>
      )}
    </div>
  );
}

interface FieldSelectProps {
  readonly target: ListTarget;
  readonly clause: ClauseNode;
  readonly onClause: (clause: ClauseNode) => void;
}

function FieldSelect({ target, clause, onClause }: FieldSelectProps) {
  return (
    <select
      aria-label={t`Field`}
      data-focus={clause.key}
      className={css['field']}
      value={clause.field}
      onChange={(event) => {
        const next = findFieldByName(target, event.target.value);
        if (next !== undefined) onClause(withField(target, clause, next));
      }}
    >
      {Object.entries(FIELD_PARTS).map(([part, label]) => (
        <optgroup key={part} label={label}>
          {listFields(target)
            .filter(([, words]) => words.part === part)
            .map(([option, words]) => (
              <option key={option} value={option}>
                {words.menuLabel ?? words.label}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  );
}

interface OperatorSelectProps {
  readonly field: FieldWords;
  readonly clause: ClauseNode;
  readonly onClause: (clause: ClauseNode) => void;
}

function OperatorSelect({ field, clause, onClause }: OperatorSelectProps) {
  const { operator } = clause;
  const { label } = field;
  const offered = operatorsFor(field);
  const isOffered = offered.some(([known]) => known === operator);
  // keeps a hand-written operator that the menu does not offer
  const operators = isOffered ? offered : [...offered, [operator, operatorWords(field, operator)] as const];
  return (
    <select
      aria-label={t`Comparison for ${label}`}
      className={css['operator']}
      value={operator}
      onChange={({ target: { value } }) => {
        const next = operators.find(([known]) => known === value)?.[0];
        if (next !== undefined) onClause(withOperator(clause, next));
      }}
    >
      {operators.map(([known, words]) => (
        <option key={known} value={known}>
          {words}
        </option>
      ))}
    </select>
  );
}
