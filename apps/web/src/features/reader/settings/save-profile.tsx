import type { ReadingProfile } from '@lectern/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { READING_KEYS, type ReaderSettings, type SettingName } from '#entities/preferences/reading-options.ts';
import { ReadingOverlayContext, useReadingOptions } from '#entities/preferences/reading-store.ts';
import type { Values } from '#entities/preferences/values.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/field.tsx';

/** All options in effect, and those of the profile that this release does not know. */
function toSettings(options: ReaderSettings, profile: Values, shown: Values): Values {
  const known = Object.entries(READING_KEYS).map(([name, key]) => [key, options[name as SettingName]] as const);
  return { ...profile, ...Object.fromEntries(known), ...shown };
}

interface SaveProfileProps {
  readonly base: ReadingProfile['base'];
  /** Direction and layout in effect. */
  readonly shown: Values;
  /** Gets the id of the new profile. */
  readonly onSaved: (profileId: string) => void;
}

/** Saves the options in effect as a new profile. */
export function SaveProfile({ base, shown, onSaved }: SaveProfileProps) {
  const options = useReadingOptions();
  const profile = useContext(ReadingOverlayContext)?.values ?? {};
  const queryClient = useQueryClient();
  const [name, setName] = useState<string>();
  const save = useMutation({
    mutationFn: async (chosen: string) =>
      request('createReadingProfile', { body: { name: chosen, base, settings: toSettings(options, profile, shown) } }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: ['listReadingProfiles'] });
      setName(undefined);
      onSaved(id);
    },
  });
  if (name === undefined) {
    return <Button icon="copy" onClick={() => setName('')}>{t`Save as a new profile`}</Button>;
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '' && !save.isPending) save.mutate(name);
      }}
    >
      <TextField
        label={t`Name`}
        value={name}
        maxLength={60}
        autoFocus
        onText={setName}
        problem={save.error === null ? undefined : problemSentence(save.error)}
      />
      <Button type="submit" look="primary" busy={save.isPending}>{t`Save`}</Button>
    </form>
  );
}
