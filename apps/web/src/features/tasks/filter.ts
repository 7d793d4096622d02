import { t } from '@lingui/core/macro';
import type { TaskStatus } from '@lectern/contract';
import type { TasksWanted } from '#entities/task/queries.ts';

/** Task filter in the address. */
export interface TasksFilter {
  readonly library?: string;
  /** Task type, as the API names it. */
  readonly kind?: string;
  readonly state?: TaskStatus;
  /** From 1; absent on the first page. */
  readonly page?: number;
}

export interface TaskListProps {
  readonly filter: TasksFilter;
  readonly onFilter: (filter: TasksFilter) => void;
}

export const STATES = [
  ['running', t`Running`],
  ['pending', t`Waiting`],
  ['failed', t`Failed`],
  ['completed', t({ message: 'Done', context: 'tasks' })],
  ['cancelled', t({ message: 'Stopped', context: 'tasks' })],
] as const satisfies readonly (readonly [TaskStatus, string])[];

/** The filter in the shape of the API, without state and page. */
export function wantedBy({ library, kind }: TasksFilter): TasksWanted {
  return {
    ...(library === undefined ? {} : { libraryId: library }),
    ...(kind === undefined ? {} : { taskType: kind }),
  };
}

/** Whether any filter is set. */
export function isNarrowed({ library, kind, state }: TasksFilter): boolean {
  return library !== undefined || kind !== undefined || state !== undefined;
}
