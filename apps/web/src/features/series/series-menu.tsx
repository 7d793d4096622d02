import { useMutation } from '@tanstack/react-query';
import type { Series } from '@lectern/contract';
import { useRefreshProgress } from '#entities/book/mark-book.ts';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { formatCount } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { Menu, type MenuItem } from '#ui/menu.tsx';
import { showToast } from '#ui/toast.tsx';

export function SeriesMenu({ series }: { readonly series: Series }) {
  const edits = useMay('SeriesWrite');
  const mark = useMarkSeries(series);
  const analyse = useMutation({
    mutationFn: async () => request('analyzeSeries', { params: { id: series.id } }),
    onSuccess: () => showToast(`Analysing ${formatCount(series.bookCount, 'book')} of “${series.title}”`),
    onError: (error) => showToast(problemSentence(error)),
  });
  const items: readonly MenuItem[] = [
    { label: 'Mark all read', icon: 'check', run: () => mark.mutate(true) },
    { label: 'Mark all unread', icon: 'book', run: () => mark.mutate(false) },
    ...(edits ? ([{ label: 'Analyse again', icon: 'refresh', run: () => analyse.mutate() }] as const) : []),
  ];
  return <Menu label={`Actions for ${series.title}`} items={items} />;
}

function useMarkSeries(series: Series) {
  const refresh = useRefreshProgress();
  return useMutation({
    mutationFn: async (read: boolean) =>
      request(read ? 'markSeriesRead' : 'markSeriesUnread', { params: { id: series.id } }),
    onSuccess: ({ count }, read) => {
      refresh();
      showToast(`${formatCount(count, 'book')} marked ${read ? 'read' : 'unread'}`);
    },
    onError: (error) => showToast(problemSentence(error)),
  });
}
