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
  return (
    <FigureTable
      title={t`Tasks by kind`}
      columns={[
        t`Kind`,
        t`Waiting`,
        t`Running`,
        t`Done`,
        t`Failed`,
        t`Tried again`,
        t`Stopped`,
        t`Half took`,
        '95% took',
        t`Half waited`,
      ]}
      empty={t`No tasks yet.`}
      rows={byType.map((type) => [
        type.type,
        WORDS.get(type.type) ?? type.type.replaceAll('_', ' '),
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
      {(paused || oldestPendingSeconds !== null) && (
        <p className={css['quiet']}>
          {paused && t`Background work is paused. `}
          {oldestPendingSeconds !== null &&
            t`The first in the queue has waited ${formatMs(oldestPendingSeconds * 1000)}.`}
        </p>
      )}
    </FigureTable>
  );
}
