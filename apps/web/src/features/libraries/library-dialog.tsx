import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Library } from '@lectern/contract';
import { type SubmitEvent, useId, useState } from 'react';
import { request } from '#lib/api.ts';
import { fieldProblems, problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Note } from '#ui/notice.tsx';
import { showToast } from '#ui/toast.tsx';
import { BasicFields } from './basic-fields.tsx';
import { FileFields } from './file-fields.tsx';
import { bodyOf, draftOf, draftProblems, type LibraryDraft, NEW_LIBRARY } from './library-draft.ts';
import { ScanFields } from './scan-fields.tsx';

interface LibraryDialogProps {
  /** The library to change; a new one when undefined. */
  readonly library: Library | undefined;
  readonly onClose: () => void;
}

const FILE_FIELDS = ['allowedFormats', 'excludedPatterns', 'seriesStrategy', 'bookStrategy', 'numberStrategy'];

export function LibraryDialog({ library, onClose }: LibraryDialogProps) {
  const formId = useId();
  const [draft, setDraft] = useState(library === undefined ? NEW_LIBRARY : draftOf(library));
  const [tried, setTried] = useState(false);
  const save = useSaveLibrary(library, onClose);
  const own = draftProblems(draft);
  const problems = tried ? { ...fieldProblems(save.error), ...own } : {};
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(own).length === 0 && !save.isPending) save.mutate(draft);
  };
  const fields = { draft, problems, onChange: (change: Partial<LibraryDraft>) => setDraft({ ...draft, ...change }) };
  return (
    <Dialog
      title={library === undefined ? 'Add a library' : `Edit “${library.name}”`}
      open
      onClose={onClose}
      wide
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={save.isPending}>
            {library === undefined ? 'Add and scan' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <div role="alert">{save.isError && <Note tone="danger">{problemSentence(save.error)}</Note>}</div>
        <BasicFields {...fields} />
        <Disclosure title="Files and series" open={FILE_FIELDS.some((field) => field in problems)}>
          <FileFields {...fields} />
        </Disclosure>
        <Disclosure title="Scanning" open={Object.keys(problems).some((field) => /cron|scanning/i.test(field))}>
          <ScanFields {...fields} />
        </Disclosure>
      </form>
    </Dialog>
  );
}

function useSaveLibrary(library: Library | undefined, onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (draft: LibraryDraft) =>
      library === undefined
        ? request('createLibrary', { body: { ...bodyOf(draft), scanImmediately: true } })
        : request('updateLibrary', { params: { id: library.id }, body: bodyOf(draft) }),
    onSuccess: async (saved) => {
      onSaved();
      showToast(library === undefined ? `Added “${saved.name}”` : `Saved “${saved.name}”`);
      await queryClient.invalidateQueries();
    },
  });
}
