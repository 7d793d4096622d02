import type { ReadingProfile } from '@lectern/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { nameProfile } from '#entities/reading-profile/profile-words.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { TextField } from '#ui/controls/field.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';

interface NameProfileProps {
  readonly profile: ReadingProfile;
  /** Makes a copy with the name. */
  readonly isNew: boolean;
  readonly onClose: () => void;
}

/** Renames a profile, or makes a copy under another name. */
export function NameProfile({ profile, isNew, onClose }: NameProfileProps) {
  const queryClient = useQueryClient();
  const { id, base, settings } = profile;
  const [name, setName] = useState(nameProfile(profile));
  const save = useMutation({
    mutationFn: async () => {
      if (isNew) await request('createReadingProfile', { body: { name, base, settings } });
      else await request('updateReadingProfile', { params: { id }, body: { name } });
      await queryClient.invalidateQueries({ queryKey: ['listReadingProfiles'] });
    },
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={isNew ? t`Duplicate profile` : t`Rename profile`}
      action={isNew ? t`Duplicate` : t`Rename`}
      isBusy={save.isPending}
      problem={save.error === null ? undefined : problemSentence(save.error)}
      onSubmit={() => {
        if (name.trim() !== '') save.mutate();
      }}
      onClose={onClose}
    >
      <TextField label={t`Name`} value={name} maxLength={60} required onText={setName} />
    </FormDialog>
  );
}
