import { plural, t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Library } from '@lectern/contract';
import { useState } from 'react';
import { pathBelow } from '#entities/folder/folder-name.ts';
import { FolderPicker } from '#entities/folder/folder-picker.tsx';
import { useStartFolderScan, useStartScan } from '#entities/scan/queries.ts';
import { LazyTitleChanges } from '#entities/titles/lazy-title-changes.tsx';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';
import { problemSentence } from '#lib/problem.ts';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { showToast } from '#ui/feedback/toast.tsx';

const ScanHistory = lazyComponent(async () => (await import('./scan-history.tsx')).ScanHistory);

type OpenDialog = 'folder' | 'history' | 'titles';

interface LibraryMenuProps {
  readonly library: Library;
  readonly onEdit: () => void;
}

export function LibraryMenu({ library, onEdit }: LibraryMenuProps) {
  const manages = useMay('LibrariesWrite');
  const edits = useMay('SeriesWrite');
  const seesTasks = useMay('TasksRead');
  const [dialog, setDialog] = useState<OpenDialog>();
  const scan = useStartScan(library);
  const renumber = useRenumber(library);
  const uploads = useUploadItem(library);
  const { name } = library;
  const label = t`Actions for ${name}`;
  if (!manages) return uploads.length === 0 ? null : <Menu label={label} items={uploads} />;
  const forEditors: readonly MenuItem[] = [
    { label: t`Apply title rules`, icon: 'edit', apart: true, run: () => setDialog('titles') },
    { label: t`Renumber all books`, icon: 'list', run: () => renumber.mutate() },
  ];
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu
        label={label}
        items={[
          ...uploads,
          { label: t`Scan for changes`, icon: 'refresh', run: () => scan.mutate('normal') },
          { label: t`Scan one folder`, icon: 'folder', run: () => setDialog('folder') },
          { label: t`Scan all files again`, icon: 'search', run: () => scan.mutate('deep') },
          ...(seesTasks ? ([{ label: t`Scan history`, icon: 'tasks', run: () => setDialog('history') }] as const) : []),
          ...(edits ? forEditors : []),
          { label: t`Library settings`, icon: 'settings', apart: true, run: onEdit },
        ]}
      />
      <FolderToScan library={library} open={dialog === 'folder'} onClose={close} />
      {dialog === 'titles' && <LazyTitleChanges owner={{ kind: 'library', id: library.id, name }} onClose={close} />}
      {dialog === 'history' && <ScanHistory library={library} onClose={close} />}
    </>
  );
}

/** The item that leads to the uploads; none where the library or the user may not. */
function useUploadItem({ id: libraryId, allowUploads }: Library): readonly MenuItem[] {
  const isAllowed = useMay('BooksWrite');
  const navigate = useNavigate();
  if (!isAllowed || !allowUploads) return [];
  const run = () => void navigate({ to: '/library/$libraryId/upload', params: { libraryId } });
  return [{ label: t`Upload books`, icon: 'upload', run }];
}

interface FolderToScanProps {
  readonly library: Library;
  readonly open: boolean;
  readonly onClose: () => void;
}

function FolderToScan({ library, open, onClose }: FolderToScanProps) {
  const { name } = library;
  const scan = useStartFolderScan(library);
  const start = (folder: string) => {
    const path = pathBelow(library.path, folder);
    if (path === undefined) showToast(t`This folder is not in ${name}`);
    else scan.mutate(path);
  };
  return (
    <FolderPicker
      open={open}
      within={library.path}
      title={t`Scan one folder of ${name}`}
      pickWords={t`Scan this folder`}
      onClose={onClose}
      onPick={start}
    />
  );
}

/** Most series in one request. */
const AT_ONCE = 500;

/** Renumbers the books of every series, in chunks. */
function useRenumber({ id, name }: Library) {
  return useMutation({
    mutationFn: async () => {
      let done = 0;
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const query = { libraryId: id, sort: 'created_at,asc', page, pageSize: AT_ONCE };
        const { data, totalPages } = await request('listSeries', { query });
        const seriesIds = data.map((series) => series.id);
        if (seriesIds.length > 0) await request('renumberManySeries', { body: { seriesIds } });
        done += seriesIds.length;
        pages = totalPages;
      }
      return done;
    },
    onSuccess: (count) =>
      showToast(
        plural(count, {
          one: `Renumbering the books of # series of ${name}. Locked numbers stay.`,
          other: `Renumbering the books of # series of ${name}. Locked numbers stay.`,
        }),
      ),
    onError: (error) => showToast(problemSentence(error)),
  });
}
