import { t } from '@lingui/core/macro';
import type { Library } from '@lectern/contract';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { BasicFields } from './basic-fields.tsx';
import { DialogActions } from './dialog-actions.tsx';
import css from './library-dialog.module.css';
import { useLibraryForm } from './library-form.ts';
import { LibraryOutlook, outlookWords } from './library-outlook.tsx';
import { LibrarySections } from './library-sections.tsx';

interface LibraryDialogProps {
  /** Library to edit; undefined for a new one. */
  readonly library: Library | undefined;
  readonly onClose: () => void;
}

/** All options of a library, with a preview of their effects before saving. */
export function LibraryDialog({ library, onClose }: LibraryDialogProps) {
  const formId = useId();
  const name = library?.name;
  const outlook = useRef<HTMLElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const left = useRef<Element>(null);
  const form = useLibraryForm(library, onClose);
  const fields = { draft: form.draft, problems: form.problems, onChange: form.change };
  const formElement = useFocusOnProblem(form.attempts);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <Dialog
      title={name === undefined ? t`Add library` : t`Edit “${name}”`}
      open
      onClose={onClose}
      mayClose={() => {
        if (!form.isChanged) return true;
        if (!isLeaving) left.current = document.activeElement;
        setLeaving(true);
        return false;
      }}
      double
      actions={
        <DialogActions
          formId={formId}
          form={form}
          isNew={library === undefined}
          isLeaving={isLeaving}
          glance={outlookWords(form.previews)}
          onGlance={() => {
            outlook.current?.scrollIntoView({ block: 'start' });
            outlook.current?.focus({ preventScroll: true });
          }}
          onStay={() => {
            setLeaving(false);
            if (left.current instanceof HTMLElement) left.current.focus();
          }}
          onClose={onClose}
        />
      }
    >
      <form ref={formElement} id={formId} className={css['form']} onSubmit={submit} noValidate>
        <div className={css['basics']}>
          <BasicFields {...fields} onKind={form.chooseKind} reasons={form.kindReasons} />
        </div>
        <LibraryOutlook ref={outlook} form={form} isNew={library === undefined} />
        <div className={css['sections']}>
          <LibrarySections library={library} form={form} fields={fields} />
        </div>
      </form>
    </Dialog>
  );
}

/** Focuses the first invalid field after each failed attempt to save. */
function useFocusOnProblem(attempts: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  return form;
}
