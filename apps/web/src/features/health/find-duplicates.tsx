import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
        <Trans>
          Copies are found by themselves a while after a scan.{' '}
          <span role="status">
            {searching && `Comparing files… ${taskProgressWords(task, Date.now())}`}
            {typeof ended === 'string' && ENDS[task?.status ?? 'completed']}
          </span>
        </Trans>
      </p>
      <Button
        icon="search"
        busy={search.isPending || searching}
        onClick={() => search.mutate()}
      >{t`Look for copies now`}</Button>
    </section>
  );
}

const ENDS = {
  completed: t`All files were compared.`,
  failed: t`The search failed; the page of tasks says why.`,
  cancelled: t`The search was stopped.`,
  pending: '',
  running: '',
} as const;
