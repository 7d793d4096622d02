import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ImportItem } from '@lectern/contract';
import { useState } from 'react';
import { librariesQuery } from '#entities/library/queries.ts';
import { request } from '#lib/api.ts';
import { formatBytes } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { SelectField, TextField } from '#ui/controls/field.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import css from './import-page.module.css';

const OPEN: readonly string[] = ['waiting', 'failed', 'rejected'];

/** A file of the import folder: its place, and the decision. */
export function ImportCard({ item }: { readonly item: ImportItem }) {
  const { path, fileSize, fault, duplicate, state, folder, fileName, seriesId, seriesTitle } = item;
  const place = `${folder}/${fileName}`;
  const facts = [
    formatBytes(fileSize),
    seriesId === null ? t`New series “${seriesTitle}”` : t`Series “${seriesTitle}”`,
    ...(state === 'imported' ? [t`Moved to ${place}`] : []),
  ];
  return (
    <li className={css['card']}>
      <div>
        <p className={css['name']}>{path}</p>
        <p className={css['detail']}>{facts.join(' · ')}</p>
      </div>
      {fault !== null && <Note tone="warning">{fault}</Note>}
      {duplicate !== null && <Note tone="info">{duplicateWords(duplicate)}</Note>}
      {OPEN.includes(state) && <ImportForm item={item} />}
      {state === 'broken' && <RejectButton item={item} />}
    </li>
  );
}

function duplicateWords({ libraryName, title }: NonNullable<ImportItem['duplicate']>): string {
  return t`Library “${libraryName}” already has this file, as “${title}”.`;
}

function useRefresh() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['listImports'] });
    await queryClient.invalidateQueries({ queryKey: ['getImportStatus'] });
  };
}

function RejectButton({ item: { id, path } }: { readonly item: ImportItem }) {
  const refresh = useRefresh();
  const reject = useMutation({
    mutationFn: async () => request('rejectImport', { params: { id } }),
    onSuccess: refresh,
  });
  return (
    <>
      <Button
        look="quiet"
        busy={reject.isPending}
        aria-label={t`Reject ${path}`}
        onClick={() => reject.mutate()}
      >{t`Reject`}</Button>
      {reject.isError && <Note tone="danger">{problemSentence(reject.error)}</Note>}
    </>
  );
}

function ImportForm({ item }: { readonly item: ImportItem }) {
  const { id, path, state } = item;
  const { data: libraries = [] } = useQuery(librariesQuery());
  const [libraryId, setLibraryId] = useState(item.libraryId ?? '');
  const [folder, setFolder] = useState(item.folder);
  const [fileName, setFileName] = useState(item.fileName);
  const refresh = useRefresh();
  const accept = useMutation({
    mutationFn: async () => {
      const isChanged = libraryId !== (item.libraryId ?? '') || folder !== item.folder || fileName !== item.fileName;
      if (isChanged || state === 'rejected') {
        const chosen = { folder, fileName, ...(libraryId === '' ? {} : { libraryId }) };
        await request('updateImport', { params: { id }, body: chosen });
      }
      return request('acceptImport', { params: { id } });
    },
    onSuccess: refresh,
  });
  const options = libraries.map((library) => [library.id, library.name] as const);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        accept.mutate();
      }}
    >
      <div className={css['fields']}>
        <SelectField
          label={t`Library`}
          value={libraryId}
          options={item.libraryId === null ? [['', t`Choose a library`] as const, ...options] : options}
          onValue={setLibraryId}
        />
        <TextField label={t`Series folder`} value={folder} required onText={setFolder} />
        <TextField label={t`File name`} value={fileName} required onText={setFileName} />
      </div>
      {accept.isError && <Note tone="danger">{problemSentence(accept.error)}</Note>}
      <div className={css['actions']}>
        <Button
          look="primary"
          icon="check"
          type="submit"
          busy={accept.isPending}
          aria-label={t`Accept ${path}`}
        >{t`Accept`}</Button>
        {state !== 'rejected' && <RejectButton item={item} />}
      </div>
    </form>
  );
}
