import { t } from '@lingui/core/macro';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { SelectField, TextField } from '#ui/controls/field.tsx';
import { LIBRARY_OPTIONS } from '../library-options.ts';
import { type ConditionRule, FIELDS, OPERATORS, takesValue, parseValue, valueText } from './conditions.ts';
import css from './library-dialog.module.css';
import type { DraftFieldsProps } from './library-draft.ts';
import type { Problems } from './problems.ts';

const MODES = [
  ['all', t`All conditions`],
  ['any', t`Any condition`],
] as const;

/** Conditions for automatic matching with metadata sources. */
export function ConditionFields({ draft, problems, onChange }: DraftFieldsProps) {
  const { conditions } = draft;
  const { rules } = conditions;
  const set = (changed: readonly ConditionRule[]) => onChange({ conditions: { ...conditions, rules: changed } });
  const add = () => {
    const key = Math.max(-1, ...rules.map((rule) => rule.key)) + 1;
    set([...rules, { key, field: 'bookCount', operator: 'gte', value: '2' }]);
  };
  return (
    <>
      <p className={css['hint']}>{LIBRARY_OPTIONS.conditions.help}</p>
      {rules.length > 1 && (
        <SelectField
          label={t`Conditions to meet`}
          value={conditions.mode}
          options={MODES}
          onValue={(mode) => onChange({ conditions: { ...conditions, mode } })}
        />
      )}
      <ol className={css['rules']}>
        {rules.map((rule, index) => (
          <li key={rule.key} className={css['rule']}>
            <RuleFields
              rule={rule}
              index={index}
              problems={problems}
              onChange={(change) => set(rules.with(index, { ...rule, ...change }))}
            />
            <div className={css['ruleButtons']}>
              <RemoveButton number={index + 1} onClick={() => set(rules.toSpliced(index, 1))} />
            </div>
          </li>
        ))}
      </ol>
      <Button icon="plus" onClick={add}>{t`Add condition`}</Button>
    </>
  );
}

function RemoveButton({ number, onClick }: { readonly number: number; readonly onClick: () => void }) {
  return <IconButton icon="trash" label={t`Remove condition ${number}`} onClick={onClick} />;
}

interface RuleFieldsProps {
  readonly rule: ConditionRule;
  /** From 0. */
  readonly index: number;
  readonly problems: Problems;
  readonly onChange: (change: Partial<ConditionRule>) => void;
}

function RuleFields({ rule, index, problems, onChange }: RuleFieldsProps) {
  const { field, operator, value } = rule;
  const place = `autoMatchConditions.rules.${index}`;
  const known = FIELDS.find(([name]) => name === field)?.[0] ?? '';
  const number = index + 1;
  const isList = operator === 'in' || operator === 'not_in';
  return (
    <div className={css['condition']}>
      <SelectField
        label={t`Condition ${number}`}
        value={known}
        options={[...FIELDS, ['', t`Other field`]]}
        onValue={(chosen) => onChange({ field: chosen })}
      />
      {known === '' && (
        <TextField
          label={t`Field name`}
          value={field}
          onText={(text) => onChange({ field: text })}
          problem={problems[`${place}.field`]}
          placeholder="customMetadata.shelf"
          spellCheck={false}
          autoCapitalize="none"
        />
      )}
      <SelectField
        label={t`Comparison`}
        value={operator}
        options={OPERATORS}
        onValue={(chosen) => onChange({ operator: chosen, value: parseValue(chosen, valueText(value)) })}
      />
      {takesValue(operator) && (
        <TextField
          label={isList ? t`Values, separated by commas` : t`Value`}
          value={valueText(value)}
          onText={(text) => onChange({ value: parseValue(operator, text) })}
          problem={problems[`${place}.value`]}
          spellCheck={false}
          autoCapitalize="none"
        />
      )}
    </div>
  );
}
