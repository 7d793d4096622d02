import type { FilterField, ListCondition, ListTarget } from '#entities/condition/list-query.ts';
import { listClauses, withOnlyClause } from '#entities/condition/parts.ts';
import { DropPanel } from '#ui/overlays/drop-panel.tsx';
import { type PickOption, PickList } from '#ui/controls/pick-list.tsx';

interface WordFilterProps {
  readonly label: string;
  readonly field: FilterField;
  readonly options: readonly PickOption[];
  readonly target: ListTarget;
  readonly condition: ListCondition | undefined;
  readonly onCondition: (condition: ListCondition | undefined) => void;
}

/** Choices of one field; items must match one of them. */
export function WordFilter({ label, field, options, target, condition, onCondition }: WordFilterProps) {
  const picked = listClauses(target, condition, field)
    .filter(({ operator }) => operator === 'is' || operator === 'in')
    .flatMap(({ texts }) => texts);
  const change = (texts: readonly string[]) => {
    const operator = texts.length === 1 ? 'is' : 'in';
    const clause = texts.length === 0 ? undefined : ({ field, operator, texts } as const);
    onCondition(withOnlyClause(target, condition, field, clause));
  };
  return (
    <DropPanel label={label} chosen={picked.length}>
      {() => <PickList label={label} options={options} picked={picked} onPicked={change} />}
    </DropPanel>
  );
}
