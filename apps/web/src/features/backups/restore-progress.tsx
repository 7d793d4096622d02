import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Task } from '@lectern/contract';
import { useEffect } from 'react';
import { useTaskChange } from '#entities/task/change-tasks.ts';
import { taskShare } from '#entities/task/task-words.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import css from './backups-page.module.css';
import { type RestoreStage, restoreStageQuery } from './queries.ts';

interface RestoreProgressProps {
  readonly taskId: string;
  readonly lastEndedAt: string | undefined;
  readonly onClose: () => void;
}

/** Follows a restore until the server is back, then loads the page again. */
export function RestoreProgress({ taskId, lastEndedAt, onClose }: RestoreProgressProps) {
  const { data: stage, error } = useQuery(restoreStageQuery(taskId, lastEndedAt));
  const isDone = stage?.kind === 'done';
  useEffect(() => {
    // Nothing that the page knows is of the restored state.
    if (isDone) location.reload();
  }, [isDone]);
  const problem = findProblem(stage, error);
  const task = stage?.kind === 'staging' ? stage.task : undefined;
  return (
    <Dialog
      title={t`Restoring the backup`}
      open
      onClose={onClose}
      mayClose={() => problem !== undefined || task !== undefined}
      actions={findActions(taskId, { problem, task, onClose })}
    >
      <div className={css['waiting']} aria-live="polite">
        {problem === undefined ? (
          <Waiting task={task} isRestarting={stage !== undefined && task === undefined} />
        ) : (
          <Note tone="danger">{problem}</Note>
        )}
      </div>
    </Dialog>
  );
}

interface Shown {
  readonly problem: string | undefined;
  readonly task: Task | undefined;
  readonly onClose: () => void;
}

/** Buttons of the dialog; none while the server restarts. */
function findActions(taskId: string, { problem, task, onClose }: Shown) {
  if (problem !== undefined) return <Button onClick={onClose}>{t`Close`}</Button>;
  return task === undefined ? undefined : <StopButton taskId={taskId} />;
}

/** Why the restore ended without a result; undefined while it goes on. */
function findProblem(stage: RestoreStage | undefined, error: Error | null): string | undefined {
  if (error !== null) return problemSentence(error);
  return stage?.kind === 'ended' ? stage.reason : undefined;
}

interface WaitingProps {
  /** Undefined while the server restarts. */
  readonly task: Task | undefined;
  readonly isRestarting: boolean;
}

function Waiting({ task, isRestarting }: WaitingProps) {
  if (isRestarting) {
    return (
      <>
        <p>{t`The server is restarting with the restored state. This page reloads by itself.`}</p>
        <ProgressBar share={undefined} label={t`The server is restarting`} />
      </>
    );
  }
  const step = task?.progress?.message ?? undefined;
  return (
    <>
      <p>{step === undefined ? t`Waiting. Nothing is changed yet.` : t`${step}. Nothing is changed yet.`}</p>
      <ProgressBar share={task === undefined ? undefined : taskShare(task)} label={t`Loading the backup`} />
    </>
  );
}

function StopButton({ taskId }: Pick<RestoreProgressProps, 'taskId'>) {
  const stop = useTaskChange(async () => request('cancelTask', { params: { id: taskId } }));
  return <Button icon="close" busy={stop.isPending} onClick={() => stop.mutate()}>{t`Stop`}</Button>;
}
