import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useDeferredValue, useId, useState } from 'react';
import { termsQuery } from '#entities/metadata/queries.ts';
import { Button } from '#ui/controls/button.tsx';
import { Combobox } from '#ui/controls/combobox.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { TextField } from '#ui/controls/field.tsx';
import type { Term, TermKind, useChangeTerms } from './change-terms.ts';
import css from './terms.module.css';

export type TermAction = 'rename' | 'merge' | 'delete';

interface TermDialogProps {
  readonly kind: TermKind;
  readonly term: Term;
  readonly deed: TermAction;
  readonly change: ReturnType<typeof useChangeTerms>;
  readonly onClose: () => void;
}

/** Input and confirmation of an action, with its effects. */
export function TermDialog(props: TermDialogProps) {
  switch (props.deed) {
    case 'rename':
      return <Rename {...props} />;
    case 'merge':
      return <Merge {...props} />;
    case 'delete':
      return <Remove {...props} />;
  }
}

function Rename({ term, change, onClose }: TermDialogProps) {
  const form = useId();
  const [name, setName] = useState(term.name);
  const next = name.trim();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (next !== '' && next !== term.name && !change.isBusy) change.rename(term, next);
  };
  return (
    <Dialog
      title={t`Rename ${term.name}`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            type="submit"
            form={form}
            look="primary"
            busy={change.isBusy}
            disabled={next === '' || next === term.name}
          >{t`Rename`}</Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label={t`Name`}
          hint={t`Everything that has it shows the new name. Files that still say the old one mean the new one.`}
          value={name}
          maxLength={500}
          onText={setName}
        />
      </form>
    </Dialog>
  );
}

function Merge({ kind, term, change, onClose }: TermDialogProps) {
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const { data } = useQuery({ ...termsQuery(kind, search), placeholderData: keepPreviousData });
  const others = search === '' ? [] : (data?.data ?? []).filter(({ id }) => id !== term.id);
  const into = others.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
  return (
    <Dialog
      title={t`Merge ${term.name} into another`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            look="primary"
            busy={change.isBusy}
            disabled={into === undefined}
            onClick={() => {
              if (into !== undefined) change.merge(term, into);
            }}
          >
            {into === undefined ? t`Merge` : t`Merge into ${into.name}`}
          </Button>
        </>
      }
    >
      <div className={css['merge']}>
        <Combobox
          label={kind === 'genre' ? t`Genre that stays` : t`Tag that stays`}
          placeholder={kind === 'genre' ? t`Genre that stays …` : t`Tag that stays …`}
          text={text}
          onText={setText}
          suggestions={others.map(({ name, seriesCount }) => ({
            value: name,
            words: name,
            ...(seriesCount === null ? {} : { detail: plural(seriesCount, { one: '# series', other: '# series' }) }),
          }))}
          onPick={({ value }) => setText(value)}
        />
        <p>{t`Everything that has “${term.name}” has the other then. Files that still say the old name mean the other.`}</p>
      </div>
    </Dialog>
  );
}

function Remove({ term, change, onClose }: TermDialogProps) {
  return (
    <Dialog
      title={t`Delete ${term.name}?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button look="danger" busy={change.isBusy} onClick={() => change.remove(term)}>{t`Delete`}</Button>
        </>
      }
    >
      <p>{t`It is taken from ${plural(term.seriesCount ?? 0, { one: '# series', other: '# series' })} and their books; these stay. A file that names it brings it back when it is read again.`}</p>
    </Dialog>
  );
}
