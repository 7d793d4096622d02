import { t } from '@lingui/core/macro';
import { formatBytes } from '#lib/format.ts';
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
      return t`Looking for a place`;
    case 'ready':
      return t`Ready`;
    case 'queued':
      return t`Waits`;
    case 'sending':
      return t`${String(Math.floor(state.share * 100))} % sent`;
    case 'reading':
      return t`The server reads the file`;
    case 'done':
      return t`In the library`;
    case 'taken':
      return t`The name is taken`;
    case 'refused':
      return t`Cannot be uploaded`;
    case 'failed':
      return t`Stopped`;
  }
}

/** A file: how far it is, and what the user may do. */
export function UploadRow({ item }: { readonly item: UploadItem }) {
  const { key, file, fileName, state } = item;
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
        {state.kind === 'taken' && state.freeName !== undefined && (
          <Button aria-label={t`Keep both, as ${state.freeName}`} onClick={() => keepBoth(item)}>{t`Keep both`}</Button>
        )}
        {state.kind === 'failed' && (
          <Button
            icon="refresh"
            aria-label={t`Go on with ${fileName}`}
            onClick={() => uploadFiles([key])}
          >{t`Go on`}</Button>
        )}
        <Button look="quiet" aria-label={`${removalWord(item)} ${fileName}`} onClick={() => removeFiles([key])}>
          {removalWord(item)}
        </Button>
      </div>
      {state.kind === 'sending' && <ProgressBar share={state.share} label={t`Upload of ${fileName}`} />}
      {state.kind === 'reading' && <ProgressBar share={undefined} label={t`Reading of ${fileName}`} />}
      {state.kind === 'taken' && state.freeName !== undefined && (
        <Note tone="warning">{t`The library has a file with this name, which stays. This one can be added as “${state.freeName}”.`}</Note>
      )}
      {(state.kind === 'refused' || state.kind === 'failed') && <Note tone="danger">{state.problem}</Note>}
    </li>
  );
}

function removalWord(item: UploadItem): string {
  if (isUnderway(item)) return t`Stop`;
  return item.state.kind === 'taken' ? t`Skip` : t`Remove`;
}
