import { t } from '@lingui/core/macro';
import type { Metrics } from '@lectern/contract';
import { TASK_KINDS } from '#entities/task/task-words.ts';
import { formatNumber } from '#lib/format.ts';
import { FigureTable } from './figure-table.tsx';
import { formatMs } from './metric-words.ts';
import css from './metrics-page.module.css';

const WORDS: ReadonlyMap<string, string> = new Map(TASK_KINDS);

/** Tasks by type: waiting now, and finished in this process. */
export function TaskTable({ tasks }: { readonly tasks: Metrics['tasks'] }) {
  const { byType, oldestPendingSeconds, paused } = tasks;
  const notes = [
    paused ? t`Background work is paused.` : undefined,
    oldestPendingSeconds === null ? undefined : waitWords(formatMs(oldestPendingSeconds * 1000)),
  ].filter((note) => note !== undefined);
  return (
    <FigureTable
      title={t`Tasks by type`}
      columns={[
        t`Type`,
        t`Waiting`,
        t`Running`,
        t({ message: 'Done', context: 'tasks' }),
        t`Failed`,
        t`Tried again`,
        t({ message: 'Stopped', context: 'tasks' }),
        t`Median time`,
        t`95% within`,
        t`Median wait`,
      ]}
      empty={t`No tasks yet.`}
      rows={byType.map((type) => [
        type.type,
        WORDS.get(type.type) ?? t`Other work`,
        formatNumber(type.pending),
        formatNumber(type.running),
        formatNumber(type.completed),
        formatNumber(type.failed),
        formatNumber(type.retried),
        formatNumber(type.cancelled),
        formatMs(type.durations.p50Ms),
        formatMs(type.durations.p95Ms),
        formatMs(type.waits.p50Ms),
      ])}
    >
      {notes.length > 0 && <p className={css['quiet']}>{notes.join(' ')}</p>}
    </FigureTable>
  );
}

function waitWords(wait: string): string {
  return t`The oldest waiting task has waited ${wait}.`;
}
