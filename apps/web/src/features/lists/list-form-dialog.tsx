import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { type GroupNode, serialiseTree, parseTree } from '#entities/condition/tree.ts';
import { createList, deleteList, type ListFields, updateList } from '#entities/list/change-lists.ts';
import { LIST_WORDS, type ListKind, type SharedList } from '#entities/list/shared-list.ts';
import { useUndoable } from '#entities/undo/use-undoable.ts';
import { fieldProblems, problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { CheckField, TextArea, TextField } from '#ui/controls/field.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import css from './list-form.module.css';
import { RuleField } from './rule-field.tsx';

interface Draft {
  readonly name: string;
  readonly summary: string;
  readonly ordered: boolean;
  /** Undefined for a manual list. */
  readonly rule: GroupNode | undefined;
}

interface ListFormDialogProps {
  readonly kind: ListKind;
  /** The list to edit; absent for a new one. */
  readonly shared?: SharedList | undefined;
  readonly onClose: () => void;
  /** Called with a new list. */
  readonly onMade?: ((shared: SharedList) => void) | undefined;
}

export function ListFormDialog({ kind, shared, onClose, onMade }: ListFormDialogProps) {
  const form = useId();
  const [draft, setDraft] = useState(() => toDraft(kind, shared));
  const [isTried, setIsTried] = useState(false);
  const save = useSave({ kind, shared, onClose, onMade });
  const name = shared?.list.name;
  return (
    <Dialog
      title={name === undefined ? LIST_WORDS[kind].add : t`Edit “${name}”`}
      open
      wide={draft.rule !== undefined}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button look="primary" type="submit" form={form} busy={save.isPending}>
            {shared === undefined ? t`Create` : t`Save`}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={css['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setIsTried(true);
          if (isNamed(draft) && isRuled(draft) && !save.isPending) save.mutate(toFields(draft));
        }}
      >
        <Fields
          kind={kind}
          draft={draft}
          mayChoose={shared === undefined}
          isTried={isTried}
          error={save.error}
          onDraft={setDraft}
        />
        {save.isError && <Note tone="danger">{problemSentence(save.error)}</Note>}
      </form>
    </Dialog>
  );
}

function isNamed({ name }: Draft): boolean {
  return name.trim() !== '';
}

/** False for a rule without clauses. */
function isRuled({ rule }: Draft): boolean {
  return rule === undefined || serialiseTree('series', rule).condition !== undefined;
}

interface FieldsProps {
  readonly kind: ListKind;
  readonly draft: Draft;
  /** Whether the user can choose between manual and automatic. */
  readonly mayChoose: boolean;
  readonly isTried: boolean;
  readonly error: unknown;
  readonly onDraft: (draft: Draft) => void;
}

function Fields({ kind, draft, mayChoose, isTried, error, onDraft }: FieldsProps) {
  const change = (some: Partial<Draft>) => onDraft({ ...draft, ...some });
  return (
    <>
      <TextField
        label={t`Name`}
        maxLength={200}
        autoComplete="off"
        value={draft.name}
        onText={(name) => change({ name })}
        problem={isTried && !isNamed(draft) ? missingName(kind) : fieldProblems(error)['name']}
      />
      <TextArea
        label={t`Description`}
        maxLength={5000}
        rows={3}
        value={draft.summary}
        onText={(summary) => change({ summary })}
      />
      {kind === 'collection' && (
        <RuleField
          mayChoose={mayChoose}
          rule={draft.rule}
          onRule={(rule) => change({ rule, ...(rule === undefined ? {} : { ordered: false }) })}
          problem={isTried && !isRuled(draft) ? t`Add at least one complete condition` : undefined}
          error={error}
        />
      )}
      {draft.rule === undefined && (
        <CheckField
          label={t`Custom order`}
          hint={orderHint(kind)}
          checked={draft.ordered}
          onChecked={(ordered) => change({ ordered })}
        />
      )}
    </>
  );
}

function missingName(kind: ListKind): string {
  return kind === 'collection' ? t`Give the collection a name` : t`Give the reading list a name`;
}

function orderHint(kind: ListKind): ReactNode {
  return kind === 'collection'
    ? t`You put the series in order. Otherwise they are sorted by title.`
    : t`You put the books in order. Otherwise they are sorted by release date.`;
}

function toDraft(kind: ListKind, shared: SharedList | undefined): Draft {
  if (shared === undefined) return { name: '', summary: '', ordered: kind === 'readList', rule: undefined };
  const { name, summary, ordered } = shared.list;
  const condition = shared.kind === 'collection' ? shared.list.condition : undefined;
  return {
    ...{ name, ordered, summary: summary ?? '' },
    rule: condition === undefined ? undefined : parseTree('series', condition).tree,
  };
}

function toFields({ name, summary, ordered, rule }: Draft): ListFields {
  const condition = rule === undefined ? undefined : serialiseTree('series', rule).condition;
  const fields = { name: name.trim(), summary: summary.trim() === '' ? null : summary.trim(), ordered };
  return condition === undefined ? fields : { ...fields, condition };
}

function useSave({ kind, shared, onClose, onMade }: ListFormDialogProps) {
  const queryClient = useQueryClient();
  const say = useUndoable();
  return useMutation({
    mutationFn: async (fields: ListFields) => {
      if (shared !== undefined) return { made: undefined, done: await updateList(shared, fields) };
      const made = await createList(kind, fields);
      const undo = async () => deleteList({ kind, id: made.list.id });
      const { name } = made.list;
      const text = kind === 'collection' ? t`Created the collection “${name}”` : t`Created the reading list “${name}”`;
      return { made, done: { text, undo } };
    },
    onSuccess: ({ made, done }) => {
      onClose();
      if (made !== undefined) onMade?.(made);
      say.mutate(async () => done);
      void queryClient.invalidateQueries();
    },
  });
}
