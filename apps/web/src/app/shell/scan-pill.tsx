import { useQuery } from '@tanstack/react-query';
import { activeScansQuery } from '#entities/scan/queries.ts';
import { runningTasksQuery } from '#entities/task/queries.ts';
import { useHasAccount, useMay } from '#entities/user/use-may.ts';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';

const WorkPill = lazyComponent(async () => (await import('./work-pill.tsx')).WorkPill);

/**
 * Shows running scans to every account, and other tasks to users who may see tasks. The text is a lazy chunk, fetched when
 * there is work.
 */
export function ScanPill() {
  const { data: scans = [] } = useQuery({ ...activeScansQuery(), enabled: useHasAccount() });
  const seesTasks = useMay('TasksRead');
  const { data: running } = useQuery({ ...runningTasksQuery(), enabled: seesTasks });
  const task = running?.data.find(({ taskType }) => /^(analyze|generate)_/.test(taskType));
  if (scans.length === 0 && task === undefined) return null;
  return <WorkPill scans={scans} task={task} seesTasks={seesTasks} />;
}
