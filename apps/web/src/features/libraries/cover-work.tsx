import { useQueries, useQuery } from '@tanstack/react-query';
import type { Library, Task } from '@lectern/contract';
import { isActive, runningTasksQuery, taskQuery } from '#entities/task/queries.ts';
import { taskProgressWords, taskSentence, taskShare } from '#entities/task/task-words.ts';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import css from './admin-libraries-page.module.css';
import { coverResultWords } from './cover-counts.ts';

interface CoverWorkProps {
  readonly library: Library;
  /** Tasks started on this page; undefined without any. */
  readonly taskIds: readonly string[] | undefined;
}

/** Progress of the cover tasks of a library. Results are shown for tasks started here only. */
export function CoverWork({ library, taskIds = [] }: CoverWorkProps) {
  const { data: running } = useQuery(runningTasksQuery());
  const followed = useQueries({ queries: taskIds.map((id) => taskQuery(id)) }).flatMap(({ data }) => data ?? []);
  const elsewhere = running?.data.find(
    (task) => task.taskType === 'generate_thumbnails' && task.libraryId === library.id,
  );
  const task = followed.find(isActive) ?? (followed.length === 0 ? elsewhere : undefined);
  if (task !== undefined) return <RunningCovers task={task} />;
  if (taskIds.length === 0 || followed.length < taskIds.length) return null;
  return (
    <p role="status" className={css['state']}>
      {coverResultWords(followed)}
    </p>
  );
}

function RunningCovers({ task }: { readonly task: Task }) {
  const sentence = taskSentence(task);
  const progress = taskProgressWords(task, Date.now());
  return (
    <div className={css['scan']}>
      <p>{progress === '' ? sentence : `${sentence} · ${progress}`}</p>
      <div className={css['bar']}>
        <ProgressBar share={taskShare(task)} label={sentence} />
      </div>
    </div>
  );
}
