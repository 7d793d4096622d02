import { t } from '@lingui/core/macro';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { SelectField, TextField } from '#ui/controls/field.tsx';
import { type ConditionRule, FIELDS, OPERATORS, takesValue, parseValue, valueText } from './conditions.ts';
import css from './library-dialog.module.css';
import type { DraftFieldsProps } from './library-draft.ts';
import type { Problems } from './problems.ts';

const MODES = [
  ['all', t`All of these hold`],
  ['any', t`One of these holds`],
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
      <p
        className={css['hint']}
      >{t`Series that meet the conditions may be matched with a metadata source by themselves. Without conditions all may.`}</p>
      {rules.length > 1 && (
        <SelectField
          label={t`A series is matched when`}
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
              <IconButton
                icon="trash"
                label={t`Remove condition ${index + 1}`}
                onClick={() => set(rules.toSpliced(index, 1))}
              />
            </div>
          </li>
        ))}
      </ol>
      <Button icon="plus" onClick={add}>{t`Add a condition`}</Button>
    </>
  );
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
  const isList = operator === 'in' || operator === 'not_in';
  return (
    <div className={css['condition']}>
      <SelectField
        label={t`Condition ${index + 1}`}
        value={known}
        options={[...FIELDS, ['', t`Another field`]]}
        onValue={(chosen) => onChange({ field: chosen })}
      />
      {known === '' && (
        <TextField
          label={t`Name of the field`}
          value={field}
          onText={(text) => onChange({ field: text })}
          problem={problems[`${place}.field`]}
          placeholder="customMetadata.shelf"
          spellCheck={false}
          autoCapitalize="none"
        />
      )}
      <SelectField
        label={t`How`}
        value={operator}
        options={OPERATORS}
        onValue={(chosen) => onChange({ operator: chosen, value: parseValue(chosen, valueText(value)) })}
      />
      {takesValue(operator) && (
        <TextField
          label={isList ? t`Which, with commas` : t`What`}
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
