import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUndoable } from '#entities/undo/use-undoable.ts';
import { useMay } from '#entities/user/use-may.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { CheckField, TextField } from '#ui/controls/field.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import css from './add-to-list-dialog.module.css';
import { type AddedThings, isTaken, kindsFor, type ListChoice, listsWith } from './added-things.ts';
import { applyChoices } from './apply-choices.ts';
import { createList } from './change-lists.ts';
import { LIST_WORDS, listFacts, type ListKind, type SharedList } from './shared-list.ts';
import { useListChoices } from './use-list-choices.ts';

interface AddToListDialogProps {
  readonly things: AddedThings;
  /** `isDone` is true when something changed. */
  readonly onClose: (isDone: boolean) => void;
}

/** Adds series or books to lists. A single item can be removed from lists too. */
export function AddToListDialog({ things, onClose }: AddToListDialogProps) {
  const [text, setText] = useState('');
  const mayCollect = useMay('SeriesWrite');
  const mayList = useMay('BooksWrite');
  const kinds = kindsFor(things.kind).filter((kind) => (kind === 'collection' ? mayCollect : mayList));
  const { choices, choose } = useListChoices(things, kinds);
  const save = useUndoable(() => onClose(true));
  const changed = (choices ?? []).filter(({ before, after }) => before !== after);
  return (
    <Dialog
      title={formatTitle(things)}
      open
      onClose={() => onClose(false)}
      actions={
        <>
          <Button onClick={() => onClose(false)}>{t`Cancel`}</Button>
          <Button
            look="primary"
            disabled={changed.length === 0}
            busy={save.isPending}
            onClick={() => save.mutate(async () => applyChoices(things, changed))}
          >{t`Save`}</Button>
        </>
      }
    >
      <TextField
        label={t`Find a list or name a new one`}
        type="search"
        autoComplete="off"
        maxLength={200}
        value={text}
        onText={setText}
      />
      {save.isError && <Note tone="danger">{problemSentence(save.error)}</Note>}
      {choices === undefined ? (
        <BoxSkeletons label={t`Loading lists`} />
      ) : (
        kinds.map((kind) => (
          <Choices
            key={kind}
            kind={kind}
            things={things}
            text={text}
            choices={choices.filter(({ shared }) => shared.kind === kind)}
            onChoose={choose}
            onMade={(made) => {
              choose(made, true);
              setText('');
            }}
          />
        ))
      )}
    </Dialog>
  );
}

function formatTitle({ kind, count, title }: AddedThings): string {
  if (title !== undefined) return t`Add “${title}” to lists`;
  return kind === 'book'
    ? plural(count, { one: 'Add # book to lists', other: 'Add # books to lists' })
    : plural(count, { one: 'Add # series to lists', other: 'Add # series to lists' });
}

interface ChoicesProps {
  readonly kind: ListKind;
  readonly things: AddedThings;
  readonly text: string;
  readonly choices: readonly ListChoice[];
  readonly onChoose: (shared: SharedList, after: boolean) => void;
  readonly onMade: (shared: SharedList) => void;
}

function Choices({ kind, things, text, choices, onChoose, onMade }: ChoicesProps) {
  const lists = choices.map(({ shared }) => shared.list);
  const found = new Set(listsWith(lists, text).map(({ id }) => id));
  const shown = choices.filter(({ shared, after }) => found.has(shared.list.id) || after);
  const { many, none, unmatched } = LIST_WORDS[kind];
  const name = text.trim();
  return (
    <section className={css['kind']} aria-label={many}>
      <h3>{many}</h3>
      {things.kind === 'series' && kind === 'readList' && (
        <p className={css['hint']}>{t`All books of the series are added, in reading order.`}</p>
      )}
      {shown.length === 0 && <p className={css['hint']}>{lists.length === 0 ? none : unmatched}</p>}
      {shown.map(({ shared, after }) => (
        <CheckField
          key={shared.list.id}
          label={shared.list.name}
          hint={listFacts(shared)}
          checked={after}
          onChecked={(checked) => onChoose(shared, checked)}
        />
      ))}
      {name !== '' && !isTaken(lists, name) && <NewList kind={kind} name={name} onMade={onMade} />}
    </section>
  );
}

interface NewListProps {
  readonly kind: ListKind;
  readonly name: string;
  readonly onMade: (shared: SharedList) => void;
}

/** Creates a list named like the search text. */
function NewList({ kind, name, onMade }: NewListProps) {
  const queryClient = useQueryClient();
  const make = useMutation({
    mutationFn: async () => createList(kind, { name, summary: null, ordered: kind === 'readList' }),
    onSuccess: async (made) => {
      await queryClient.invalidateQueries({
        queryKey: [kind === 'collection' ? 'listCollections' : 'listReadLists'],
      });
      onMade(made);
    },
  });
  return (
    <>
      <Button icon="plus" busy={make.isPending} onClick={() => make.mutate()}>
        {kind === 'collection' ? t`New collection “${name}”` : t`New reading list “${name}”`}
      </Button>
      {make.isError && <Note tone="danger">{problemSentence(make.error)}</Note>}
    </>
  );
}
