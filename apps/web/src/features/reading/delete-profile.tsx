import type { ReadingProfile } from '@lectern/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nameProfile } from '#entities/reading-profile/profile-words.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';

interface DeleteProfileProps {
  readonly profile: ReadingProfile;
  /** A starter profile gets its first options back. */
  readonly isReset: boolean;
  readonly onClose: () => void;
}

/** Deletes a profile, or resets a starter profile. */
export function DeleteProfile({ profile, isReset, onClose }: DeleteProfileProps) {
  const queryClient = useQueryClient();
  const name = nameProfile(profile);
  const remove = useMutation({
    mutationFn: async () => {
      await request('deleteReadingProfile', { params: { id: profile.id } });
      await queryClient.invalidateQueries({ queryKey: ['listReadingProfiles'] });
    },
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={isReset ? t`Reset “${name}”?` : t`Delete “${name}”?`}
      action={isReset ? t`Reset` : t`Delete`}
      isBusy={remove.isPending}
      problem={remove.error === null ? undefined : problemSentence(remove.error)}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        {isReset
          ? t`The profile gets its first name and options back. It stays chosen where it is.`
          : t`Books that use it follow the profile of their library or format, or your preferences.`}
      </p>
    </FormDialog>
  );
}
