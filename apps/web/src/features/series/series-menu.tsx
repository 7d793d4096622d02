import { useMutation } from '@tanstack/react-query';
import type { Series } from '@lectern/contract';
import { lazy, Suspense, useState } from 'react';
import { useRefreshProgress } from '#entities/book/mark-book.ts';
import { LazyCoverDialog } from '#entities/cover/lazy-cover-dialog.tsx';
import { LazyTitleChanges } from '#entities/titles/lazy-title-changes.tsx';
import { useMay } from '#entities/user/use-may.ts';
import { addressOf, request } from '#lib/api.ts';
import { formatCount } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { Menu, type MenuDownload, type MenuItem } from '#ui/menu.tsx';
import { showToast } from '#ui/toast.tsx';

const WhyOneSeries = lazy(async () => ({ default: (await import('./why-one-series.tsx')).WhyOneSeries }));

type OpenDialog = 'cover' | 'titles' | 'why';

interface SeriesMenuProps {
  readonly series: Series;
  /** Has the folder of the series looked through. */
  readonly onScan: () => void;
}

export function SeriesMenu({ series, onScan }: SeriesMenuProps) {
  const edits = useMay('SeriesWrite');
  const [dialog, setDialog] = useState<OpenDialog>();
  const mark = useMarkSeries(series);
  const analyse = useAnalyse(series);
  const renumber = useRenumber(series);
  const download = addressOf('', 'downloadSeries', { id: series.id });
  const hasBooks = series.bookCount > 0;
  const forEditors: readonly MenuItem[] = [
    { label: 'Choose cover', icon: 'image', apart: true, run: () => setDialog('cover') },
    { label: 'Scan for changes', icon: 'refresh', run: onScan },
    { label: 'Read every file again', icon: 'search', run: () => analyse.mutate() },
    { label: 'Title by the rules', icon: 'edit', run: () => setDialog('titles') },
    { label: 'Number books anew', icon: 'list', run: () => renumber.mutate() },
  ];
  const items: readonly (MenuItem | MenuDownload)[] = [
    { label: 'Mark all read', icon: 'check', run: () => mark.mutate(true) },
    { label: 'Mark all unread', icon: 'book', run: () => mark.mutate(false) },
    ...(hasBooks ? ([{ label: 'Download all as ZIP', icon: 'download', download }] as const) : []),
    ...(edits ? forEditors : []),
    ...(hasBooks
      ? ([{ label: 'Why is this one series?', icon: 'info', apart: true, run: () => setDialog('why') }] as const)
      : []),
  ];
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu label={`Actions for ${series.title}`} items={items} />
      {dialog === 'cover' && <LazyCoverDialog owner={{ kind: 'series', id: series.id, series }} onClose={close} />}
      {dialog === 'titles' && (
        <LazyTitleChanges owner={{ kind: 'series', id: series.id, name: `“${series.title}”` }} onClose={close} />
      )}
      {dialog === 'why' && (
        <Suspense>
          <WhyOneSeries series={series} onClose={close} />
        </Suspense>
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

function useAnalyse({ id, title, bookCount }: Series) {
  return useMutation({
    mutationFn: async () => request('analyzeSeries', { params: { id } }),
    onSuccess: () => showToast(`Reading the files of ${formatCount(bookCount, 'book')} of “${title}” again`),
    onError: (error) => showToast(problemSentence(error)),
  });
}

function useRenumber({ id, title }: Series) {
  return useMutation({
    mutationFn: async () => request('renumberSeries', { params: { id } }),
    onSuccess: () => showToast(`Numbering the books of “${title}” anew. Numbers that somebody locked stay.`),
    onError: (error) => showToast(problemSentence(error)),
  });
}
