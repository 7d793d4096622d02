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
  const { name: old } = term;
  const [name, setName] = useState(old);
  const next = name.trim();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (next !== '' && next !== term.name && !change.isBusy) change.rename(term, next);
  };
  return (
    <Dialog
      title={t`Rename ${old}`}
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
          hint={t`All series and books show the new name, even when their files still use the old one.`}
          value={name}
          maxLength={500}
          onText={setName}
        />
      </form>
    </Dialog>
  );
}

function mergeWords({ name }: Pick<Term, 'name'>): string {
  return t`Merge into ${name}`;
}

function Merge({ kind, term, change, onClose }: TermDialogProps) {
  const { name: old } = term;
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const { data } = useQuery({ ...termsQuery(kind, search), placeholderData: keepPreviousData });
  const others = search === '' ? [] : (data?.data ?? []).filter(({ id }) => id !== term.id);
  const into = others.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
  return (
    <Dialog
      title={t`Merge ${old} into another`}
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
            {into === undefined ? t`Merge` : mergeWords(into)}
          </Button>
        </>
      }
    >
      <div className={css['merge']}>
        <Combobox
          label={kind === 'genre' ? t`Genre to keep` : t`Tag to keep`}
          placeholder={kind === 'genre' ? t`Genre to keep…` : t`Tag to keep…`}
          text={text}
          onText={setText}
          suggestions={others.map(({ name, seriesCount }) => ({
            value: name,
            words: name,
            ...(seriesCount === null ? {} : { detail: plural(seriesCount, { one: '# series', other: '# series' }) }),
          }))}
          onPick={({ value }) => setText(value)}
        />
        <p>{t`All series and books with “${old}” get the other one, even when their files still use the old name.`}</p>
      </div>
    </Dialog>
  );
}

function Remove({ term, change, onClose }: TermDialogProps) {
  const { name } = term;
  const count = term.seriesCount ?? 0;
  return (
    <Dialog
      title={t`Delete ${name}?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button look="danger" busy={change.isBusy} onClick={() => change.remove(term)}>{t`Delete`}</Button>
        </>
      }
    >
      <p>
        {plural(count, {
          one: 'It is removed from # series and its books, which stay. It returns when a file that names it is read again.',
          other:
            'It is removed from # series and their books, which stay. It returns when a file that names it is read again.',
        })}
      </p>
    </Dialog>
  );
}
