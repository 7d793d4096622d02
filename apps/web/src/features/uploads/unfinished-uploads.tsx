import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BookUpload } from '@lectern/contract';
import { request } from '#lib/api.ts';
import { formatAgo, formatBytes } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { Panel } from '#ui/layout/page.tsx';
import type { UploadItem } from './upload-items.ts';
import css from './upload-page.module.css';
import { UPLOADS_KEY, uploadsQuery } from './upload-queue.ts';

interface UnfinishedUploadsProps {
  readonly libraryId: string;
  /** Files of this tab, which are shown already. */
  readonly items: readonly UploadItem[];
}

/** Uploads of earlier visits: the browser forgot their files, the server has a part of them. */
export function UnfinishedUploads({ libraryId, items }: UnfinishedUploadsProps) {
  const { data = [] } = useQuery(uploadsQuery(libraryId));
  const isHere = ({ folder, fileName }: BookUpload) =>
    items.some((item) => item.folder === folder && item.fileName === fileName);
  const left = data.filter((upload) => !isHere(upload));
  if (left.length === 0) return null;
  return (
    <Panel title={t`Unfinished uploads`}>
      <p className={css['lead']}>{t`Choose these files again to resume them.`}</p>
      <ul>
        {left.map((upload) => (
          <Unfinished key={upload.id} libraryId={libraryId} upload={upload} />
        ))}
      </ul>
    </Panel>
  );
}

function Unfinished({ libraryId, upload }: { readonly libraryId: string; readonly upload: BookUpload }) {
  const { id: uploadId, folder, fileName, sizeBytes, receivedBytes, updatedAt } = upload;
  const [received, size] = [formatBytes(receivedBytes), formatBytes(sizeBytes)];
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => request('deleteUpload', { params: { id: libraryId, uploadId } }),
    onSuccess: async () => queryClient.invalidateQueries({ queryKey: [UPLOADS_KEY] }),
    onError: (error) => showToast(problemSentence(error)),
  });
  return (
    <li className={css['row']}>
      <div className={css['words']}>
        <p className={css['name']}>
          {folder}/{fileName}
        </p>
        <p className={css['detail']}>
          {t`${received} of ${size} uploaded`} · {formatAgo(updatedAt, Date.now())}
        </p>
      </div>
      <div className={css['actions']}>
        <Button
          look="quiet"
          busy={remove.isPending}
          aria-label={t`Discard ${fileName}`}
          onClick={() => remove.mutate()}
        >{t`Discard`}</Button>
      </div>
    </li>
  );
}
