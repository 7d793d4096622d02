import type { TaskStatus } from '@lectern/contract';
import type { TasksWanted } from '#entities/task/queries.ts';

/** Which tasks the page shows, as its address says it; what is absent does not matter. */
export interface TasksFilter {
  /** Id of a library. */
  readonly library?: string;
  /** Type of task, as the API names it. */
  readonly kind?: string;
  readonly state?: TaskStatus;
  /** From 1, which is left out. */
  readonly page?: number;
}

/** What each list of the page is given. */
export interface TaskListProps {
  readonly filter: TasksFilter;
  readonly onFilter: (filter: TasksFilter) => void;
}

/** The states in which a task can be, in words. */
export const STATES = [
  ['running', 'Running'],
  ['pending', 'Waiting'],
  ['failed', 'Failed'],
  ['completed', 'Done'],
  ['cancelled', 'Stopped'],
] as const satisfies readonly (readonly [TaskStatus, string])[];

/** The filter as the API takes it, without page and state, which each list has its own of. */
export function wantedBy({ library, kind }: TasksFilter): TasksWanted {
  return {
    ...(library === undefined ? {} : { libraryId: library }),
    ...(kind === undefined ? {} : { taskType: kind }),
  };
}

/** Whether anything is left out. */
export function isNarrowed({ library, kind, state }: TasksFilter): boolean {
  return library !== undefined || kind !== undefined || state !== undefined;
}
