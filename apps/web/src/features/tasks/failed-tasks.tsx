import { useQuery } from '@tanstack/react-query';
import { useTaskChange } from '#entities/task/change-tasks.ts';
import { tasksQuery } from '#entities/task/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { formatCount, formatNumber } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { FailedTask } from './ended-task.tsx';
import css from './tasks-page.module.css';

/** So many failures are seen at a glance; the others are folded away. */
const SHOWN = 3;

/** What failed, however long ago, with the way to run it again; nothing when all went well. */
export function FailedTasks() {
  const { data } = useQuery({ ...tasksQuery('failed'), refetchInterval: 10_000 });
  const retries = useMay('TasksWrite');
  const retryAll = useTaskChange(
    async () => request('retryFailedTasks', { body: {} }),
    ({ retried }) => `Trying ${formatCount(retried, 'task')} again`,
  );
  if (data === undefined || data.total === 0) return null;
  const { data: failed, total } = data;
  const line = (task: (typeof failed)[number]) => <FailedTask key={task.id} task={task} />;
  const folded = failed.slice(SHOWN);
  return (
    <section className={css['section']} aria-label="Failed">
      <div className={css['head']}>
        <h2>
          Failed <span className={css['count']}>{formatNumber(total)}</span>
        </h2>
        {retries && total > 1 && (
          <Button icon="refresh" busy={retryAll.isPending} onClick={() => retryAll.mutate()}>
            Try all again
          </Button>
        )}
      </div>
      <ul>{failed.slice(0, SHOWN).map(line)}</ul>
      {folded.length > 0 && (
        <Disclosure title={`${formatNumber(total - SHOWN)} more`}>
          <ul>{folded.map(line)}</ul>
          {failed.length < total && <p className={css['quiet']}>The latest {formatNumber(failed.length)} are shown.</p>}
        </Disclosure>
      )}
    </section>
  );
}
