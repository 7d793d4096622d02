import { t } from '@lingui/core/macro';
import type { SeriesRating } from '@lectern/contract';
import { useId, useState } from 'react';
import { useUndoable } from '#entities/undo/use-undoable.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { TextArea } from '#ui/controls/field.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import css from './note-dialog.module.css';
import { noteOnSeries, getRatingScope } from './rating.ts';

interface NoteDialogProps {
  readonly series: { readonly id: string; readonly title: string };
  readonly rating: SeriesRating;
  readonly onClose: () => void;
}

export function NoteDialog({ series, rating, onClose }: NoteDialogProps) {
  const form = useId();
  const { title } = series;
  const [text, setText] = useState(rating.notes ?? '');
  const save = useUndoable(onClose, getRatingScope(series));
  return (
    <Dialog
      title={t`Your note on “${title}”`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button look="primary" type="submit" form={form} busy={save.isPending}>{t`Save`}</Button>
        </>
      }
    >
      <form
        id={form}
        className={css['form']}
        onSubmit={(event) => {
          event.preventDefault();
          const notes = text.trim() === '' ? null : text.trim();
          if (!save.isPending) save.mutate(async () => noteOnSeries(series, { rating: rating.rating, notes }));
        }}
      >
        <TextArea
          label={t`Note`}
          hint={t`Only you can see it.`}
          rows={6}
          maxLength={5000}
          value={text}
          onText={setText}
        />
        {save.isError && <Note tone="danger">{problemSentence(save.error)}</Note>}
      </form>
    </Dialog>
  );
}
