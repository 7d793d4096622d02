import { t } from '@lingui/core/macro';
import type { Task } from '@lectern/contract';
import { taskSentence } from '#entities/task/task-words.ts';
import { formatDay } from '#lib/format.ts';
import { groupBy } from '#lib/group-by.ts';

/** Equal tasks with equal outcome on one day. */
export interface EndedWork {
  readonly sentence: string;
  /** The most recent run. */
  readonly latest: Task;
  readonly times: number;
}

interface Day {
  /** "Today", "Yesterday", or the date. */
  readonly title: string;
  readonly works: readonly EndedWork[];
}

const DAY_MS = 86_400_000;

/**
 * Groups finished tasks by local day, newest first.
 * @param nowAt epoch milliseconds
 */
export function historyByDay(tasks: readonly Task[], nowAt: number): readonly Day[] {
  const latestFirst = tasks.toSorted((a, b) => getEnd(b).localeCompare(getEnd(a)));
  const days = groupBy(latestFirst, (task) => dayTitle(getEnd(task), nowAt));
  return [...days].map(([title, ofDay]) => ({ title, works: foldRepeats(ofDay) }));
}

function foldRepeats(tasks: readonly Task[]): readonly EndedWork[] {
  const same = groupBy(tasks, (task) => `${task.status} ${taskSentence(task)}`);
  return [...same.values()].flatMap((runs) => {
    const [latest] = runs;
    return latest === undefined ? [] : [{ sentence: taskSentence(latest), latest, times: runs.length }];
  });
}

/** An ended task without an end counts from its creation. */
export function getEnd({ completedAt, createdAt }: Task): string {
  return completedAt ?? createdAt;
}

function dayTitle(instant: string, nowAt: number): string {
  const day = formatDay(instant);
  if (day === formatDay(new Date(nowAt).toISOString())) return t`Today`;
  return day === formatDay(new Date(nowAt - DAY_MS).toISOString()) ? t`Yesterday` : day;
}
