import { useMutation } from '@tanstack/react-query';
import type { Series } from '@lectern/contract';
import { useState } from 'react';
import { useRefreshProgress } from '#entities/book/mark-book.ts';
import { LazyCoverDialog } from '#entities/cover/lazy-cover-dialog.tsx';
import { useMay } from '#entities/user/use-may.ts';
import { addressOf, request } from '#lib/api.ts';
import { formatCount } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { Menu, type MenuDownload, type MenuItem } from '#ui/menu.tsx';
import { showToast } from '#ui/toast.tsx';

export function SeriesMenu({ series }: { readonly series: Series }) {
  const edits = useMay('SeriesWrite');
  const [choosesCover, setChoosesCover] = useState(false);
  const mark = useMarkSeries(series);
  const analyse = useMutation({
    mutationFn: async () => request('analyzeSeries', { params: { id: series.id } }),
    onSuccess: () => showToast(`Analysing ${formatCount(series.bookCount, 'book')} of “${series.title}”`),
    onError: (error) => showToast(problemSentence(error)),
  });
  const download = addressOf('', 'downloadSeries', { id: series.id });
  const items: readonly (MenuItem | MenuDownload)[] = [
    { label: 'Mark all read', icon: 'check', run: () => mark.mutate(true) },
    { label: 'Mark all unread', icon: 'book', run: () => mark.mutate(false) },
    ...(series.bookCount > 0 ? ([{ label: 'Download all as ZIP', icon: 'download', download }] as const) : []),
    ...(edits
      ? ([
          { label: 'Choose cover', icon: 'image', run: () => setChoosesCover(true) },
          { label: 'Analyse again', icon: 'refresh', run: () => analyse.mutate() },
        ] as const)
      : []),
  ];
  return (
    <>
      <Menu label={`Actions for ${series.title}`} items={items} />
      {choosesCover && (
        <LazyCoverDialog owner={{ kind: 'series', id: series.id, series }} onClose={() => setChoosesCover(false)} />
      )}
    </>
  );
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
