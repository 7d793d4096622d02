import { t } from '@lingui/core/macro';
import { formatBytes, formatShare } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { isUnderway, type UploadItem } from './upload-items.ts';
import css from './upload-page.module.css';
import { keepBoth, removeFiles, uploadFiles } from './upload-queue.ts';

function describeState({ state }: UploadItem): string {
  switch (state.kind) {
    case 'checking':
      return t`Checking`;
    case 'ready':
      return t`Ready`;
    case 'queued':
      return t`Waiting`;
    case 'sending': {
      const share = formatShare(state.share);
      return t`${share} uploaded`;
    }
    case 'reading':
      return t`The server is reading the file`;
    case 'done':
      return t`In the library`;
    case 'taken':
      return t`The name is taken`;
    case 'refused':
      return t`Cannot be uploaded`;
    case 'failed':
      return t({ message: 'Stopped', context: 'upload' });
  }
}

/** A file: how far it is, and what the user may do. */
export function UploadRow({ item }: { readonly item: UploadItem }) {
  const { key, file, fileName, state } = item;
  const freeName = state.kind === 'taken' ? state.freeName : undefined;
  const removal = removalWords(item);
  return (
    <li className={css['row']}>
      <div className={css['words']}>
        <p className={css['name']}>
          {state.kind === 'done' && <Icon name="check" size={18} />}
          {fileName}
        </p>
        <p className={css['detail']}>
          {formatBytes(file.size)} · {describeState(item)}
        </p>
      </div>
      <div className={css['actions']}>
        {freeName !== undefined && (
          <Button aria-label={t`Keep both, as ${freeName}`} onClick={() => keepBoth(item)}>{t`Keep both`}</Button>
        )}
        {state.kind === 'failed' && (
          <Button
            icon="refresh"
            aria-label={t`Resume ${fileName}`}
            onClick={() => uploadFiles([key])}
          >{t`Resume`}</Button>
        )}
        <Button look="quiet" aria-label={removal.label} onClick={() => removeFiles([key])}>
          {removal.text}
        </Button>
      </div>
      {state.kind === 'sending' && <ProgressBar share={state.share} label={t`Uploading ${fileName}`} />}
      {state.kind === 'reading' && <ProgressBar share={undefined} label={t`Reading ${fileName}`} />}
      {freeName !== undefined && (
        <Note tone="warning">{t`The library already has a file with this name, which stays. You can add this one as “${freeName}”.`}</Note>
      )}
      {(state.kind === 'refused' || state.kind === 'failed') && <Note tone="danger">{state.problem}</Note>}
    </li>
  );
}

function removalWords(item: UploadItem): { readonly text: string; readonly label: string } {
  const { fileName, state } = item;
  if (isUnderway(item)) return { text: t`Stop`, label: t`Stop ${fileName}` };
  if (state.kind === 'taken') return { text: t`Skip`, label: t`Skip ${fileName}` };
  return { text: t`Remove`, label: t`Remove ${fileName}` };
}
