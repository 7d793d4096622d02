import { useQuery } from '@tanstack/react-query';
import { librariesQuery } from '#entities/library/queries.ts';
import { TASK_KINDS } from '#entities/task/task-words.ts';
import { FilterBar, FilterSelect } from '#ui/filter-bar.tsx';
import { STATES, type TaskListProps, type TasksFilter } from './filter.ts';

type Choices = { readonly [Key in 'library' | 'kind' | 'state']: TasksFilter[Key] | undefined };

function filterOf({ library, kind, state }: Choices): TasksFilter {
  return {
    ...(library === undefined ? {} : { library }),
    ...(kind === undefined ? {} : { kind }),
    ...(state === undefined ? {} : { state }),
  };
}

/** Narrows the tasks down; each choice begins at the first page again. */
export function TaskFilter({ filter, onFilter }: TaskListProps) {
  const { data: libraries = [] } = useQuery(librariesQuery());
  const { library, kind, state } = filter;
  const choose = (choice: Partial<Choices>) => onFilter(filterOf({ library, kind, state, ...choice }));
  return (
    <FilterBar label="Which tasks">
      {libraries.length > 1 && (
        <FilterSelect
          label="Library"
          all="All libraries"
          value={library}
          options={libraries.map(({ id, name }) => [id, name] as const)}
          onValue={(chosen) => choose({ library: chosen })}
        />
      )}
      <FilterSelect
        label="Kind of work"
        all="All kinds"
        value={TASK_KINDS.find(([type]) => type === kind)?.[0]}
        options={TASK_KINDS}
        onValue={(chosen) => choose({ kind: chosen })}
      />
      <FilterSelect
        label="State"
        all="All states"
        value={state}
        options={STATES}
        onValue={(chosen) => choose({ state: chosen })}
      />
    </FilterBar>
  );
}
