import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isActive, taskQuery } from '#entities/task/queries.ts';
import { taskProgressWords } from '#entities/task/task-words.ts';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import css from './health-page.module.css';
import { duplicateBooksQuery, duplicateSeriesQuery } from './queries.ts';

export function FindDuplicates() {
  const queryClient = useQueryClient();
  const edits = useMay('BooksWrite');
  const seesTasks = useMay('TasksRead');
  const search = useMutation({
    mutationFn: async () => request('scanDuplicates', {}),
    onError: (error) => showToast(problemSentence(error)),
  });
  const { data: task } = useQuery(taskQuery(seesTasks ? search.data?.taskId : undefined));
  const searching = task !== undefined && isActive(task);
  const ended = task?.completedAt;
  useEffect(() => {
    if (typeof ended !== 'string') return;
    for (const { queryKey } of [duplicateBooksQuery(), duplicateSeriesQuery()]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  }, [ended, queryClient]);
  if (!edits) return null;
  return (
    <section className={css['search']} aria-label={t`Duplicates`}>
      <p className={css['words']}>
        {t`The server finds duplicates by itself a while after a scan.`}{' '}
        <span role="status">
          {searching && searchWords(taskProgressWords(task, Date.now()))}
          {typeof ended === 'string' && ENDS[task?.status ?? 'completed']}
        </span>
      </p>
      <Button
        icon="search"
        busy={search.isPending || searching}
        onClick={() => search.mutate()}
      >{t`Find duplicates now`}</Button>
    </section>
  );
}

function searchWords(progress: string): string {
  return progress === '' ? t`Comparing files…` : t`Comparing files: ${progress}`;
}

const ENDS = {
  completed: t`All files were compared.`,
  failed: t`The search failed. The tasks page shows why.`,
  cancelled: t`The search was stopped.`,
  pending: '',
  running: '',
} as const;
