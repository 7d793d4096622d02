import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useTaskChange } from '#entities/task/change-tasks.ts';
import { taskStatsQuery } from '#entities/task/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { formatAgo } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import css from './tasks-page.module.css';

/** Number of waiting tasks, and the switch that pauses background work. */
export function WorkSwitch() {
  const { data: stats } = useQuery({ ...taskStatsQuery(), refetchInterval: 10_000 });
  const switches = useMay('TasksWrite');
  const pause = useTaskChange(async () => request('pauseTasks', {}));
  const resume = useTaskChange(async () => request('resumeTasks', {}));
  if (stats === undefined) return null;
  const { running, pending } = stats;
  const counts = [
    plural(running, { one: '# running', other: '# running' }),
    plural(pending, { one: '# waiting', other: '# waiting' }),
  ].join(' · ');
  if (stats.pause === null) {
    return (
      <div className={css['switch']}>
        <p className={css['quiet']}>{counts}</p>
        {switches && (
          <Button icon="pause" busy={pause.isPending} onClick={() => pause.mutate()}>{t`Pause background work`}</Button>
        )}
      </div>
    );
  }
  const { by, since } = stats.pause;
  const ago = formatAgo(since, Date.now());
  const action = switches && (
    <Button look="primary" icon="play" busy={resume.isPending} onClick={() => resume.mutate()}>{t`Resume`}</Button>
  );
  return (
    <div className={css['section']}>
      <Note tone="warning" action={action}>
        <p>
          <Trans>
            <strong>Background work is paused</strong> by {by}, {ago}. Tasks that a user waits for still run.
          </Trans>
        </p>
        <p>{counts}</p>
      </Note>
    </div>
  );
}
