import { t } from '@lingui/core/macro';
import type { ChildProfile } from '@lectern/contract';
import { useState } from 'react';
import { AgeFields, FIRST_LIMIT } from '#entities/user/age-fields.tsx';
import { useAccountChange } from '#entities/user/change-users.ts';
import { LibraryFields } from '#entities/user/library-fields.tsx';
import { request } from '#lib/api.ts';
import { fieldProblems, generalProblem } from '#lib/problem.ts';
import { TextField } from '#ui/controls/field.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';

interface ChildDialogProps {
  /** Undefined for a new one. */
  readonly child: ChildProfile | undefined;
  readonly onClose: () => void;
}

/** Adds or changes a child profile. */
export function ChildDialog({ child, onClose }: ChildDialogProps) {
  const [name, setName] = useState(child?.name ?? '');
  const [libraryIds, setLibraryIds] = useState<readonly string[] | null>(child?.libraryIds ?? null);
  const [ageLimit, setAgeLimit] = useState(child === undefined ? FIRST_LIMIT : child.ageLimit);
  const save = useAccountChange({
    change: async () => {
      const body = { name: name.trim(), libraryIds: libraryIds === null ? null : [...libraryIds], ageLimit };
      return child === undefined
        ? request('createChildProfile', { body })
        : request('updateChildProfile', { params: { id: child.id }, body });
    },
    say: ({ name: saved }) => t`Profile of ${saved} saved`,
    onDone: onClose,
    showsProblem: true,
  });
  const problems = fieldProblems(save.error);
  return (
    <FormDialog
      title={child === undefined ? t`Add child profile` : t`Edit child profile`}
      action={t`Save`}
      isBusy={save.isPending}
      problem={generalProblem(save.error, (path) => path === 'name')}
      onClose={onClose}
      onSubmit={() => save.mutate(undefined)}
    >
      <TextField
        label={t`Name of the child`}
        name="child-name"
        value={name}
        onText={setName}
        problem={problems['name']}
        autoComplete="off"
        required
        maxLength={64}
      />
      <AgeFields value={ageLimit} onValue={setAgeLimit} />
      <LibraryFields value={libraryIds} onValue={setLibraryIds} isForChild />
    </FormDialog>
  );
}
