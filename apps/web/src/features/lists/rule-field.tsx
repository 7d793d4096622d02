import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { ConditionBuilder } from '#entities/condition/builder/condition-builder.tsx';
import { newClause } from '#entities/condition/builder/draft.ts';
import { type GroupNode, newGroup, serialiseTree } from '#entities/condition/tree.ts';
import { fieldProblems } from '#lib/problem.ts';
import { ChoiceList } from '#ui/controls/choice-list.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import css from './list-form.module.css';

interface RuleFieldProps {
  /** Manual or automatic is chosen on creation and fixed afterwards. */
  readonly mayChoose: boolean;
  /** Undefined for a manual list. */
  readonly rule: GroupNode | undefined;
  readonly onRule: (rule: GroupNode | undefined) => void;
  readonly problem: string | undefined;
  readonly error: unknown;
}

const WAYS = [
  { value: 'hand', label: t`By hand`, sentence: t`You add series one by one and put them in order.` },
  { value: 'rule', label: t`By a rule`, sentence: t`Every series that matches the rule is in it, new ones too.` },
] as const;

/** Chooses how a collection gets its members. */
export function RuleField({ mayChoose, rule, onRule, problem, error }: RuleFieldProps) {
  const id = useId();
  const builder = rule !== undefined && (
    <div className={css['rule']}>
      <ConditionBuilder target="series" tree={rule} onTree={onRule} problems={mapProblems(rule, error)} />
      {problem !== undefined && <Note tone="danger">{problem}</Note>}
    </div>
  );
  if (mayChoose) {
    return (
      <ChoiceList
        legend={t`Add series`}
        choices={WAYS}
        value={rule === undefined ? 'hand' : 'rule'}
        onValue={(way) => onRule(way === 'hand' ? undefined : newGroup('allOf', [newClause()]))}
      >
        {builder}
      </ChoiceList>
    );
  }
  if (rule === undefined) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{t`Rule`}</h3>
      {builder}
    </section>
  );
}

/** Server errors by the key of the part they concern. */
function mapProblems(rule: GroupNode, error: unknown): ReadonlyMap<string, string> {
  const { places } = serialiseTree('series', rule);
  const problems = new Map<string, string>();
  for (const [path, message] of Object.entries(fieldProblems(error))) {
    // the longest path that the error refers to
    const place = [...places.keys()].filter((one) => path.startsWith(one)).toSorted((a, b) => b.length - a.length)[0];
    const key = place === undefined ? undefined : places.get(place);
    if (key !== undefined) problems.set(key, message);
  }
  return problems;
}
