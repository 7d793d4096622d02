import { t } from '@lingui/core/macro';
import { Icon } from '#ui/pictures/icon.tsx';
import css from './sort-select.module.css';

interface SortSelectProps<Value extends string> {
  readonly sorts: readonly (readonly [value: Value, words: string])[];
  readonly value: Value;
  readonly onSort: (sort: Value) => void;
}

export function SortSelect<Value extends string>({ sorts, value, onSort }: SortSelectProps<Value>) {
  return (
    <label className={css['sort']}>
      <Icon name="sort" size={18} />
      <span className="visually-hidden">{t`Sort by`}</span>
      <select
        value={value}
        onChange={(event) => {
          const chosen = sorts.find(([option]) => option === event.target.value);
          if (chosen !== undefined) onSort(chosen[0]);
        }}
      >
        {sorts.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
