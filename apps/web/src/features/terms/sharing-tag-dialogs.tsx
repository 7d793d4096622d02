import { plural, t } from '@lingui/core/macro';
import type { SharingTag } from '@lectern/contract';
import { useState } from 'react';
import { useUndoable } from '#entities/undo/use-undoable.ts';
import { request } from '#lib/api.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { TextField } from '#ui/controls/field.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { findUndo } from './change-terms.ts';

interface SharingTagFormProps {
  /** The tag to edit; absent for a new one. */
  readonly tag?: SharingTag;
  readonly onClose: () => void;
}

interface Said {
  readonly name: string;
  readonly description: string | null;
}

/** Saves a tag and returns the undo action. */
async function store(tag: SharingTag | undefined, said: Said) {
  const { name: saidName } = said;
  if (tag === undefined) {
    const { id } = await request('createSharingTag', { body: said });
    return { text: t`Added “${saidName}”`, undo: await findUndo(id) };
  }
  const params = { id: tag.id };
  await request('updateSharingTag', { params, body: said });
  const { name, description } = tag;
  return {
    text: t`Saved “${saidName}”`,
    undo: async () => {
      await request('updateSharingTag', { params, body: { name, description } });
    },
  };
}

function editWords({ name }: SharingTag): string {
  return t`Edit ${name}`;
}

export function SharingTagForm({ tag, onClose }: SharingTagFormProps) {
  const [name, setName] = useState(tag?.name ?? '');
  const [description, setDescription] = useState(tag?.description ?? '');
  const change = useUndoable(onClose);
  const said = { name: name.trim(), description: description.trim() === '' ? null : description.trim() };
  return (
    <FormDialog
      title={tag === undefined ? t`Add sharing tag` : editWords(tag)}
      action={tag === undefined ? t`Add` : t`Save`}
      isBusy={change.isPending}
      problem={undefined}
      onSubmit={() => {
        if (said.name !== '') change.mutate(async () => store(tag, said));
      }}
      onClose={onClose}
    >
      <TextField label={t`Name`} required value={name} maxLength={200} onText={setName} />
      <TextField
        label={t`Description`}
        hint={t`Only admins see it.`}
        value={description}
        maxLength={2000}
        onText={setDescription}
      />
    </FormDialog>
  );
}

interface DeleteSharingTagProps {
  readonly tag: SharingTag;
  readonly onClose: () => void;
}

/** Confirms a deletion and names the users who gain access. */
export function DeleteSharingTag({ tag: { id, name, seriesCount, userCount }, onClose }: DeleteSharingTagProps) {
  const change = useUndoable(onClose);
  return (
    <Dialog
      title={t`Delete ${name}?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            look="danger"
            busy={change.isPending}
            onClick={() =>
              change.mutate(async () => {
                await request('deleteSharingTag', { params: { id } });
                return { text: t`Deleted “${name}”`, undo: await findUndo(id) };
              })
            }
          >{t`Delete`}</Button>
        </>
      }
    >
      <p>
        {plural(seriesCount, {
          one: 'It is removed from # series, which stays.',
          other: 'It is removed from # series, which stay.',
        })}
      </p>
      {userCount > 0 && (
        <Note tone="danger">
          {plural(userCount, {
            one: '# account has a rule for it, which is deleted too. The account can then see what the tag hid.',
            other: '# accounts have a rule for it, which is deleted too. The accounts can then see what the tag hid.',
          })}
        </Note>
      )}
    </Dialog>
  );
}
