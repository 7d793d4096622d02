import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Library } from '@lectern/contract';
import { useEffect } from 'react';
import { librariesQuery } from '#entities/library/queries.ts';
import { currentUserQuery } from '#entities/user/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { BASE_PATH } from '#lib/base-path.ts';
import { formatBytes } from '#lib/format.ts';
import { forgetShared, type SharedFile } from '#lib/offline/shared-files.ts';
import { problemSentence } from '#lib/problem.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyState, Note } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { Page } from '#ui/layout/page.tsx';
import { readShared, sharedFilesQuery, shareProblemWords } from './shared-files.ts';
import css from './upload-page.module.css';
import { addFiles } from './upload-queue.ts';

/** Files that another app shared: into which library they go, and why some cannot. */
export function SharedPage() {
  useDocumentTitle(t`Upload books`);
  const { data: files } = useQuery(sharedFilesQuery());
  const { data: libraries } = useQuery(librariesQuery());
  const mayUpload = useMay('BooksWrite');
  const open = (mayUpload ? libraries : [])?.filter(({ allowUploads }) => allowUploads);
  return (
    <Page title={t`Upload books`} narrow>
      {files !== undefined && open !== undefined && <Shared files={files} libraries={open} mayUpload={mayUpload} />}
    </Page>
  );
}

interface SharedProps {
  readonly files: readonly SharedFile[];
  /** Those that accept uploads. */
  readonly libraries: readonly Library[];
  readonly mayUpload: boolean;
}

/** Puts the files into the list of a library, and opens it. */
function useSend(files: readonly SharedFile[]) {
  const { data: user } = useQuery(currentUserQuery());
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (libraryId: string) => {
      if (user === undefined) return;
      const chosen = await readShared(files);
      await navigate({ to: '/library/$libraryId/upload', params: { libraryId }, replace: true });
      await addFiles(user.id, libraryId, chosen);
    },
    networkMode: 'always',
    onError: (error) => showToast(problemSentence(error)),
  });
}

function Shared({ files, libraries, mayUpload }: SharedProps) {
  const { mutate, isPending } = useSend(files);
  const [only] = libraries;
  const isClear = files.length > 0 && libraries.length === 1 && files.every(({ problem }) => problem === undefined);
  const onlyId = isClear ? only?.id : undefined;
  useEffect(() => {
    if (onlyId !== undefined) mutate(onlyId);
  }, [onlyId, mutate]);
  if (files.length === 0) {
    return (
      <EmptyState icon="upload" title={t`No shared files`}>
        {t`Share a book with Lectern in another app, or choose “Upload books” in the menu of a library.`}
      </EmptyState>
    );
  }
  const hasBook = files.some(({ problem }) => problem === undefined);
  return (
    <>
      {hasBook && libraries.length === 0 && (
        <Note tone="warning">
          {mayUpload
            ? t`Allow uploads in the settings of the library, under Files.`
            : t`Only users who may change books can upload them.`}
        </Note>
      )}
      <div className={css['ways']}>
        {hasBook &&
          libraries.map(({ id, name }) => (
            <Button key={id} icon="upload" busy={isPending} onClick={() => mutate(id)}>
              {t`Upload to ${name}`}
            </Button>
          ))}
      </div>
      <ul>
        {files.map((file) => (
          <SharedRow key={file.key} file={file} />
        ))}
      </ul>
    </>
  );
}

function SharedRow({ file: { key, name: fileName, sizeBytes, problem } }: { readonly file: SharedFile }) {
  const queryClient = useQueryClient();
  const discard = async () => {
    await forgetShared(BASE_PATH, [key]);
    await queryClient.invalidateQueries(sharedFilesQuery());
  };
  return (
    <li className={css['row']}>
      <div className={css['words']}>
        <p className={css['name']}>{fileName}</p>
        <p className={css['detail']}>{formatBytes(sizeBytes)}</p>
      </div>
      <div className={css['actions']}>
        <Button look="quiet" aria-label={t`Discard ${fileName}`} onClick={() => void discard()}>{t`Discard`}</Button>
      </div>
      {problem !== undefined && <Note tone="danger">{shareProblemWords(problem)}</Note>}
    </li>
  );
}
