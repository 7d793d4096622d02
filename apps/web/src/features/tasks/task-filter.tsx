import { t } from '@lingui/core/macro';
import { LibrarySelect } from '#entities/library/library-select.tsx';
import { TASK_KINDS } from '#entities/task/task-words.ts';
import { FilterBar, FilterSelect } from '#ui/controls/filter-bar.tsx';
import { STATES, type TaskListProps, type TasksFilter } from './filter.ts';

type Choices = { readonly [Key in 'library' | 'kind' | 'state']: TasksFilter[Key] | undefined };

function toFilter({ library, kind, state }: Choices): TasksFilter {
  return {
    ...(library === undefined ? {} : { library }),
    ...(kind === undefined ? {} : { kind }),
    ...(state === undefined ? {} : { state }),
  };
}

/** Filters tasks; a change returns to the first page. */
export function TaskFilter({ filter, onFilter }: TaskListProps) {
  const { library, kind, state } = filter;
  const choose = (choice: Partial<Choices>) => onFilter(toFilter({ library, kind, state, ...choice }));
  return (
    <FilterBar label={t`Filter tasks`}>
      <LibrarySelect value={library} onValue={(chosen) => choose({ library: chosen })} />
      <FilterSelect
        label={t`Task type`}
        all={t`All types`}
        value={TASK_KINDS.find(([type]) => type === kind)?.[0]}
        options={TASK_KINDS}
        onValue={(chosen) => choose({ kind: chosen })}
      />
      <FilterSelect
        label={t`State`}
        all={t`All states`}
        value={state}
        options={STATES}
        onValue={(chosen) => choose({ state: chosen })}
      />
    </FilterBar>
  );
}
