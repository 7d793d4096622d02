import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { TextField } from '#ui/controls/field.tsx';

interface MoveDialogProps {
  readonly name: string;
  /** Current position, from 1. */
  readonly place: number;
  readonly count: number;
  readonly onMove: (place: number) => void;
  readonly onClose: () => void;
}

export function MoveDialog({ name, place, count, onMove, onClose }: MoveDialogProps) {
  const [text, setText] = useState(String(place));
  const wanted = /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
  const last = formatNumber(count);
  const isPlace = wanted !== undefined && wanted >= 1 && wanted <= count;
  return (
    <Dialog
      title={t`Move “${name}”`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button look="primary" type="submit" form="move-to-place">{t`Move`}</Button>
        </>
      }
    >
      <form
        id="move-to-place"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPlace) return;
          onClose();
          onMove(wanted);
        }}
      >
        <TextField
          label={t`Position`}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onText={setText}
          hint={t`From 1 to ${last}`}
          problem={isPlace ? undefined : t`Enter a number from 1 to ${last}`}
        />
      </form>
    </Dialog>
  );
}
