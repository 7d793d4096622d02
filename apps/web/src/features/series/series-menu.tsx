import { plural, t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Series } from '@lectern/contract';
import { useState } from 'react';
import { LazyCoverDialog } from '#entities/cover/lazy-cover-dialog.tsx';
import type { AddedThings } from '#entities/list/added-things.ts';
import { LazyAddToList } from '#entities/list/lazy-add-to-list.tsx';
import { libraryQuery, useFileDeletion } from '#entities/library/queries.ts';
import { deletePicked } from '#entities/selection/delete-picked.ts';
import { markPicked } from '#entities/selection/mark-picked.ts';
import type { Picked } from '#entities/selection/picked.ts';
import { startPicking } from '#entities/selection/use-grid-selection.ts';
import { LazyTitleChanges } from '#entities/titles/lazy-title-changes.tsx';
import { useUndoable } from '#entities/undo/use-undoable.ts';
import { useHasAccount, useMay, useMayEditMetadata } from '#entities/user/use-may.ts';
import { FollowButton } from '#entities/follow/follow-button.tsx';
import { WantButton } from '#entities/want/want-button.tsx';
import { buildAddress, request } from '#lib/api.ts';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';
import { problemSentence } from '#lib/problem.ts';
import { Menu, type MenuDownload, type MenuItem } from '#ui/overlays/menu.tsx';
import { showToast } from '#ui/feedback/toast.tsx';

const KeepSeriesDialog = lazyComponent(
  async () => (await import('#entities/offline/keep-series-dialog.tsx')).KeepSeriesDialog,
);
const WhyOneSeries = lazyComponent(async () => (await import('./why-one-series.tsx')).WhyOneSeries);

type OpenDialog = 'cover' | 'keep' | 'lists' | 'titles' | 'why';

interface SeriesMenuProps {
  readonly series: Series;
  /** Scans the folder of the series. */
  readonly onScan: () => void;
}

export function SeriesMenu({ series, onScan }: SeriesMenuProps) {
  const manages = useMay('SeriesWrite');
  const edit = useEditItem(series);
  const [dialog, setDialog] = useState<OpenDialog>();
  const lists = useMay('BooksWrite');
  const marks = useMarkItems(series);
  const hasAccount = useHasAccount();
  const deletion = useDeletion(series);
  const analyse = useAnalyse(series);
  const renumber = useRenumber(series);
  const download = buildAddress('downloadSeries', { id: series.id });
  const hasBooks = series.bookCount > 0;
  const uploads = useUploadItem(series);
  const forManagers: readonly MenuItem[] = [
    { label: t`Choose cover`, icon: 'image', run: () => setDialog('cover') },
    { label: t`Scan for changes`, icon: 'refresh', run: onScan },
    { label: t`Analyze all books again`, icon: 'search', run: () => analyse.mutate() },
    { label: t`Apply title rules`, icon: 'edit', run: () => setDialog('titles') },
    { label: t`Renumber books`, icon: 'list', run: () => renumber.mutate() },
  ];
  const forAccounts: readonly MenuItem[] = [
    { label: t`Select books`, icon: 'tasks', run: startPicking },
    { label: t`Keep offline`, icon: 'cloud', run: () => setDialog('keep') },
  ];
  const forBooks: readonly (MenuItem | MenuDownload)[] = [
    ...(hasAccount ? forAccounts : []),
    { label: t`Download all as ZIP`, icon: 'download', download },
  ];
  const items: readonly (MenuItem | MenuDownload)[] = [
    ...marks,
    ...(manages || lists ? ([{ label: t`Add to lists`, icon: 'stack', run: () => setDialog('lists') }] as const) : []),
    ...(hasBooks ? forBooks : []),
    ...uploads,
    ...edit,
    ...(manages ? forManagers : []),
    ...(hasBooks
      ? ([{ label: t`Why is this one series?`, icon: 'info', apart: true, run: () => setDialog('why') }] as const)
      : []),
    ...deletion,
  ];
  const close = () => setDialog(undefined);
  const { title } = series;
  return (
    <>
      <WantButton thing={{ kind: 'series', id: series.id, title }} wanted={series.wantToRead === true} />
      <FollowButton seriesId={series.id} title={title} />
      <Menu label={t`Actions for ${title}`} items={items} />
      {dialog === 'lists' && <LazyAddToList things={toAddedThings(series)} onClose={close} />}
      {dialog === 'cover' && <LazyCoverDialog owner={{ kind: 'series', id: series.id, series }} onClose={close} />}
      {dialog === 'titles' && (
        <LazyTitleChanges owner={{ kind: 'series', id: series.id, name: t`“${title}”` }} onClose={close} />
      )}
      {dialog === 'keep' && <KeepSeriesDialog series={series} onClose={close} />}
      {dialog === 'why' && <WhyOneSeries series={series} onClose={close} />}
    </>
  );
}

/** The items that mark all books; none for users who may not. */
function useMarkItems(series: Series): readonly MenuItem[] {
  const isAllowed = useMay('ProgressWrite');
  const change = useUndoable(undefined, `marks of ${series.id}`);
  const mark = (read: boolean) => () => change.mutate(async () => markPicked(toPicked(series), read));
  if (!isAllowed) return [];
  return [
    { label: t`Mark all read`, icon: 'check', run: mark(true) },
    { label: t`Mark all unread`, icon: 'book', run: mark(false) },
  ];
}

/** The item that opens the form of the metadata, for users who may change them. */
function useEditItem({ id: seriesId }: Series): readonly MenuItem[] {
  const edits = useMayEditMetadata('series');
  const navigate = useNavigate();
  if (!edits) return [];
  const run = () => void navigate({ to: '/series/$seriesId/edit', params: { seriesId } });
  return [{ label: t`Edit`, icon: 'edit', apart: true, run }];
}

/** The items that delete all books, and their files where the library allows it; none for a series without books and for users who may not. */
function useDeletion(series: Series): readonly MenuItem[] {
  const { libraryId, bookCount } = series;
  const isAllowed = useMay('SeriesDelete');
  const navigate = useNavigate();
  const deletion = useUndoable(() => void navigate({ to: '/library/$libraryId', params: { libraryId } }), 'bin');
  const hasFiles = useFileDeletion(libraryId);
  if (!isAllowed || bookCount === 0) return [];
  const run = (withFiles: boolean) => () => deletion.mutate(async () => deletePicked(toPicked(series), withFiles));
  return [
    {
      label: plural(bookCount, { one: 'Delete # book', other: 'Delete # books' }),
      icon: 'trash',
      apart: true,
      run: run(false),
    },
    ...(hasFiles
      ? [
          {
            label: plural(bookCount, { one: 'Delete # book with file', other: 'Delete # books with files' }),
            icon: 'trash',
            run: run(true),
          } as const,
        ]
      : []),
  ];
}

/** The item that adds files to the folder of the series; none where the library or the user may not. */
function useUploadItem({ libraryId, path }: Series): readonly MenuItem[] {
  const isAllowed = useMay('BooksWrite');
  const { data: library } = useQuery({ ...libraryQuery(libraryId), enabled: isAllowed });
  const navigate = useNavigate();
  if (library?.allowUploads !== true || path === '') return [];
  const run = () =>
    void navigate({ to: '/library/$libraryId/upload', params: { libraryId }, search: { folder: path } });
  return [{ label: t`Upload books`, icon: 'upload', run }];
}

function toPicked({ id, title }: Series): Picked {
  return { kind: 'series', count: 1, of: { ids: [id] }, title };
}

function toAddedThings({ id, title }: Series): AddedThings {
  return { kind: 'series', count: 1, title, ids: async () => Promise.resolve([id]) };
}

function useAnalyse({ id, title, bookCount }: Series) {
  return useMutation({
    mutationFn: async () => request('analyzeSeries', { params: { id } }),
    onSuccess: () =>
      showToast(
        plural(bookCount, {
          one: `Analyzing # book of “${title}” again`,
          other: `Analyzing # books of “${title}” again`,
        }),
      ),
    onError: (error) => showToast(problemSentence(error)),
  });
}

function useRenumber({ id, title }: Series) {
  return useMutation({
    mutationFn: async () => request('renumberSeries', { params: { id } }),
    onSuccess: () => showToast(t`Renumbering the books of “${title}”. Locked numbers stay.`),
    onError: (error) => showToast(problemSentence(error)),
  });
}
