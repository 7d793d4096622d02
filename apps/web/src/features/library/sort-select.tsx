import { Icon } from '#ui/icon.tsx';
import css from './sort-select.module.css';
import type { Sort } from './sorts.ts';

interface SortSelectProps {
  readonly sorts: readonly Sort[];
  readonly value: string;
  readonly onSort: (sort: string) => void;
}

export function SortSelect({ sorts, value, onSort }: SortSelectProps) {
  return (
    <label className={css['sort']}>
      <Icon name="sort" size={18} />
      <span className="visually-hidden">Sort by</span>
      <select value={value} onChange={(event) => onSort(event.target.value)}>
        {sorts.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
