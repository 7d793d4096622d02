import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { activeScansQuery } from '#entities/scan/queries.ts';
import { runningTasksQuery } from '#entities/task/queries.ts';
import { useMay } from '#entities/user/use-may.ts';

const WorkPill = lazy(async () => ({ default: (await import('./work-pill.tsx')).WorkPill }));

/**
 * Says on every page what the server is busy with: scans to all, the work after them to those who may see tasks. The words for
 * that are fetched when there is something to say.
 */
export function ScanPill() {
  const { data: scans = [] } = useQuery(activeScansQuery());
  const seesTasks = useMay('TasksRead');
  const { data: running } = useQuery({ ...runningTasksQuery(), enabled: seesTasks });
  const task = running?.data.find(({ taskType }) => /^(analyze|generate)_/.test(taskType));
  if (scans.length === 0 && task === undefined) return null;
  return (
    <Suspense>
      <WorkPill scans={scans} task={task} seesTasks={seesTasks} />
    </Suspense>
  );
}
