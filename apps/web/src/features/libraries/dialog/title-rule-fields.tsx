import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { CheckField, TextField } from '#ui/controls/field.tsx';
import { LIBRARY_OPTIONS } from '../library-options.ts';
import css from './library-dialog.module.css';
import type { DraftFieldsProps } from './library-draft.ts';
import { moveRule, type TitleRule, USUAL_RULES, withRule } from './title-rules.ts';

/** Clean-up rules for series titles, in the order they run. */
export function TitleRuleFields({ draft, problems, onChange }: DraftFieldsProps) {
  const list = useRef<HTMLOListElement>(null);
  const rules = draft.titleRules;
  const set = (titleRules: readonly TitleRule[]) => onChange({ titleRules });
  const remove = (index: number) => {
    set(rules.toSpliced(index, 1));
    // the clicked button was removed
    list.current?.closest('details')?.querySelector('summary')?.focus();
  };
  return (
    <>
      <p className={css['hint']}>{LIBRARY_OPTIONS.titleRules.help}</p>
      <ol ref={list} className={css['rules']}>
        {rules.map((rule, index) => (
          <li key={rule.key} className={css['rule']}>
            <RuleFields
              rule={rule}
              place={index + 1}
              problem={problems[`titlePreprocessingRules.${index}.pattern`]}
              onChange={(change) => set(rules.with(index, { ...rule, ...change }))}
            />
            <RuleButtons
              place={index + 1}
              isLast={index === rules.length - 1}
              onMove={(step) => set(moveRule(rules, index, index + step))}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <div className={css['adds']} role="group" aria-label={t`Add rule`}>
        <span>{t`Add rule:`}</span>
        {USUAL_RULES.map((rule) => (
          <Button key={rule.label} icon="plus" onClick={() => set(withRule(rules, rule))}>
            {rule.label}
          </Button>
        ))}
      </div>
    </>
  );
}

interface RuleButtonsProps {
  /** From 1. */
  readonly place: number;
  readonly isLast: boolean;
  readonly onMove: (step: 1 | -1) => void;
  readonly onRemove: () => void;
}

function RuleButtons({ place, isLast, onMove, onRemove }: RuleButtonsProps) {
  return (
    <div className={css['ruleButtons']}>
      <IconButton
        icon="up"
        label={t`Apply rule ${place} earlier`}
        aria-disabled={place === 1}
        onClick={() => onMove(-1)}
      />
      <IconButton icon="down" label={t`Apply rule ${place} later`} aria-disabled={isLast} onClick={() => onMove(1)} />
      <IconButton icon="trash" label={t`Remove rule ${place}`} onClick={onRemove} />
    </div>
  );
}

interface RuleFieldsProps {
  readonly rule: TitleRule;
  /** From 1. */
  readonly place: number;
  readonly problem: string | undefined;
  readonly onChange: (change: Partial<TitleRule>) => void;
}

function RuleFields({ rule, place, problem, onChange }: RuleFieldsProps) {
  return (
    <div className={css['ruleFields']}>
      <TextField
        label={t`Rule ${place} finds`}
        value={rule.pattern}
        onText={(pattern) => onChange({ pattern })}
        problem={problem}
        placeholder="(?i)\s*\(digital\)"
        spellCheck={false}
        autoCapitalize="none"
      />
      <TextField
        label={t`Replace with`}
        value={rule.replacement}
        onText={(replacement) => onChange({ replacement })}
        placeholder={t`nothing`}
        hint={/^ +$/.test(rule.replacement) ? t`A space` : undefined}
        spellCheck={false}
        autoCapitalize="none"
      />
      <CheckField label={t`Use rule ${place}`} checked={rule.enabled} onChecked={(enabled) => onChange({ enabled })} />
    </div>
  );
}
