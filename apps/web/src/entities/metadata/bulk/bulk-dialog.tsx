import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import type { FieldSummary } from '@lectern/contract';
import type { PickedDialogProps } from '#entities/selection/action.ts';
import { editTitle, type Picked } from '#entities/selection/picked.ts';
import { describeProblem } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { CheckField } from '#ui/controls/field.tsx';
import { ErrorState, Note } from '#ui/feedback/notice.tsx';
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx';
import { type Field, listFields, listSections, sectionWords } from '../fields.ts';
import { type BulkDraft, bulkProblems, NO_BULK, toEdits } from './bulk-draft.ts';
import { BulkField } from './bulk-field.tsx';
import css from './bulk.module.css';
import { Outcome } from './outcome.tsx';
import { TaskProgress } from './task-progress.tsx';
import { useEditMany, usePreview } from './use-many.ts';

/** Edits all selected items at once; untouched fields keep each item's own value. */
export function BulkDialog({ picked, onClose }: PickedDialogProps) {
  const [draft, setDraft] = useState<BulkDraft>(NO_BULK);
  const fields = listFields(picked.kind).filter(({ many }) => many === true);
  const edits = toEdits(draft);
  const now = usePreview(picked, {});
  const outcome = usePreview(picked, Object.keys(bulkProblems(fields, draft)).length > 0 ? undefined : edits);
  const edit = useEditMany(picked, onClose);
  const [isLeaving, setIsLeaving] = useState(false);
  const close = () => onClose(false);
  if (edit.progress !== undefined) return <TaskProgress picked={picked} progress={edit.progress} />;
  const save = () => {
    const wrong = Object.keys(bulkProblems(fields, draft))[0];
    if (wrong !== undefined) focusField(wrong);
    else if (edits !== undefined && !edit.isBusy) edit.run(edits);
  };
  return (
    <Dialog
      title={editTitle(picked)}
      open
      wide
      onClose={close}
      mayClose={() => {
        // the first attempt to close only warns about unsaved changes
        setIsLeaving(edits !== undefined);
        return edits === undefined || isLeaving;
      }}
      actions={
        <>
          <Button onClick={close}>{t`Cancel`}</Button>
          <Button look="primary" busy={edit.isBusy} disabled={edits === undefined} onClick={save}>
            {changeAction(picked)}
          </Button>
        </>
      }
    >
      <div role="alert">
        {isLeaving && edits !== undefined && (
          <Note tone="warning">{t`Your changes are not saved yet. Close again to discard them.`}</Note>
        )}
      </div>
      {edit.problem !== undefined && <Note tone="danger">{edit.problem}</Note>}
      <CheckField
        label={t`Keep locked values`}
        hint={lockedWords(picked, outcome.data?.locked ?? 0)}
        checked={draft.keepLocked}
        onChecked={(keepLocked) => setDraft({ ...draft, keepLocked })}
      />
      {now.error !== null && now.data === undefined && <ErrorState {...describeProblem(now.error)} />}
      {now.data === undefined ? (
        now.error === null && <FieldsSkeleton />
      ) : (
        <Fields fields={fields} said={now.data.fields} count={now.data.matched} draft={draft} onDraft={setDraft} />
      )}
      <div className={css['foot']}>
        <Outcome kind={picked.kind} edits={edits} answer={outcome} keepsLocked={draft.keepLocked} />
      </div>
    </Dialog>
  );
}

function changeAction({ kind, count }: Picked): string {
  return kind === 'series'
    ? plural(count, { one: 'Change # series', other: 'Change # series' })
    : plural(count, { one: 'Change # book', other: 'Change # books' });
}

/** @param locked items with a locked value in an edited field */
function lockedWords({ kind }: Picked, locked: number): string {
  if (locked === 0) return t`Values that a user edited or locked stay as they are.`;
  return kind === 'series'
    ? plural(locked, {
        one: 'Values that a user edited or locked stay as they are. # series has such a value.',
        other: 'Values that a user edited or locked stay as they are. # series have such a value.',
      })
    : plural(locked, {
        one: 'Values that a user edited or locked stay as they are. # book has such a value.',
        other: 'Values that a user edited or locked stay as they are. # books have such a value.',
      });
}

function focusField(name: string): void {
  const row = document.querySelector(`[data-many="${CSS.escape(name)}"]`);
  row?.scrollIntoView({ block: 'center' });
  row?.querySelector<HTMLElement>('[aria-invalid], [data-problem], input, select, textarea')?.focus();
}

interface FieldsProps {
  readonly fields: readonly Field[];
  readonly said: Readonly<Record<string, FieldSummary>>;
  readonly count: number;
  readonly draft: BulkDraft;
  readonly onDraft: (draft: BulkDraft) => void;
}

function Fields({ fields, said, count, draft, onDraft }: FieldsProps) {
  const problems = bulkProblems(fields, draft);
  return listSections(fields).map((section) => (
    <section key={section} aria-label={sectionWords(section)} className={css['section']}>
      <h3>{sectionWords(section)}</h3>
      {fields
        .filter((field) => field.section === section)
        .map((field) => (
          <BulkField
            key={field.name}
            field={field}
            said={said[field.name]}
            count={count}
            draft={draft}
            problem={problems[field.name]}
            onDraft={onDraft}
          />
        ))}
    </section>
  ));
}

function FieldsSkeleton() {
  return (
    <Loading label={t`Loading the current values`}>
      <Skeleton shape="line" width={30} />
      <Skeleton shape="line" width={40} />
      <Skeleton shape="line" width={35} />
    </Loading>
  );
}
