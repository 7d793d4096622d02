import { plural, t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Library } from '@lectern/contract';
import { useEffect } from 'react';
import { librariesQuery } from '#entities/library/queries.ts';
import { currentUserQuery, findOwner } from '#entities/user/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { BASE_PATH } from '#lib/base-path.ts';
import { formatBytes } from '#lib/format.ts';
import { forgetShared, MOST_WAIT_DAYS, type SharedFile } from '#lib/offline/shared-files.ts';
import { problemSentence } from '#lib/problem.ts';
import { useAway } from '#lib/use-away.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyState, Note } from '#ui/feedback/notice.tsx';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { Page } from '#ui/layout/page.tsx';
import { readShared, SHARED_KEY, sharedFilesQuery, shareProblemWords } from './shared-files.ts';
import css from './upload-page.module.css';
import { addFiles } from './upload-queue.ts';

interface SharedPageProps {
  /** Whether this device could not store what was shared last. */
  readonly hasFailed: boolean;
}

/** Files that another app shared: into which library they go, and why some cannot. */
export function SharedPage({ hasFailed }: SharedPageProps) {
  useDocumentTitle(t`Upload books`);
  const { data: user } = useQuery(currentUserQuery());
  return (
    <Page title={t`Upload books`} narrow>
      {hasFailed && (
        <Note tone="danger">{t`This device could not store the shared files. Upload them in the browser.`}</Note>
      )}
      {user !== undefined && <Waiting userId={findOwner(user) ?? ''} />}
    </Page>
  );
}

function Waiting({ userId }: { readonly userId: string }) {
  const files = useQuery(sharedFilesQuery(userId));
  const libraries = useQuery(librariesQuery());
  const mayUpload = useMay('BooksWrite');
  return (
    <QueryBoundary query={files} loading={null}>
      {(some) => (
        <QueryBoundary query={libraries} loading={<BoxSkeletons label={t`Loading your libraries`} />}>
          {(all) => {
            const open = mayUpload ? all.filter(({ allowUploads }) => allowUploads) : [];
            return <Shared userId={userId} files={some} libraries={open} mayUpload={mayUpload} />;
          }}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

interface SharedProps {
  readonly userId: string;
  readonly files: readonly SharedFile[];
  /** Those that accept uploads. */
  readonly libraries: readonly Library[];
  readonly mayUpload: boolean;
}

/** Puts the files into the list of a library, and opens it. */
function useSend(userId: string, files: readonly SharedFile[]) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (libraryId: string) => {
      const chosen = await readShared(files);
      await navigate({ to: '/library/$libraryId/upload', params: { libraryId }, replace: true });
      await addFiles(userId, libraryId, chosen);
    },
    networkMode: 'always',
    onError: (error) => showToast(problemSentence(error)),
  });
}

function Shared({ userId, files, libraries, mayUpload }: SharedProps) {
  const { mutate, isPending, variables: wanted } = useSend(userId, files);
  const isAway = useAway(null);
  const days = MOST_WAIT_DAYS;
  const [only] = libraries;
  const isClear = files.length > 0 && libraries.length === 1 && files.every(({ problem }) => problem === undefined);
  const onlyId = isClear && !isAway ? only?.id : undefined;
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
            ? t`No library takes uploads. Ask an admin, or allow them in the settings of a library, under Files.`
            : t`Only users who may change books can upload them.`}
        </Note>
      )}
      <div className={css['ways']}>
        {hasBook &&
          libraries.map(({ id, name }) => (
            <Button
              key={id}
              icon="upload"
              busy={isPending && id === wanted}
              disabled={isPending && id !== wanted}
              onClick={() => mutate(id)}
            >
              {t`Upload to ${name}`}
            </Button>
          ))}
      </div>
      <p className={css['lead']}>
        {plural(days, {
          one: 'Shared files wait on this device for at most # day.',
          other: 'Shared files wait on this device for at most # days.',
        })}
      </p>
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
    await queryClient.invalidateQueries({ queryKey: [SHARED_KEY] });
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
