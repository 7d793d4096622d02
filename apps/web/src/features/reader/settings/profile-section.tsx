import { t } from '@lingui/core/macro';
import { useState } from 'react';
import {
  type ChoiceScope,
  findChoice,
  type FormatKind,
  getTargets,
  type ProfileInUse,
  SCOPES,
} from '#entities/reading-profile/resolve-profile.ts';
import { nameProfile, nameScope } from '#entities/reading-profile/profile-words.ts';
import { useReadingProfiles } from '#entities/reading-profile/use-reading-profiles.ts';
import { useDeviceOptions } from '#entities/preferences/device-options.ts';
import type { Values } from '#entities/preferences/values.ts';
import { SelectField } from '#ui/controls/field.tsx';
import type { ReaderBook } from '../reader-props.ts';
import css from './panel.module.css';
import { useProfileInUse } from './profile-provider.tsx';
import { SaveProfile } from './save-profile.tsx';
import { useSeriesChoice } from './use-series-choice.ts';

function sayInUse(inUse: ProfileInUse | undefined): string {
  if (inUse === undefined) return t`No profile is in use.`;
  const name = nameProfile(inUse.profile);
  switch (inUse.scope) {
    case 'series':
      return t`“${name}” is in use, chosen for this series.`;
    case 'library':
      return t`“${name}” is in use, chosen for this library.`;
    case 'format':
      return t`“${name}” is in use, chosen for this format.`;
    case 'all':
      return t`“${name}” is in use, chosen for all books.`;
  }
}

interface ProfileSectionProps {
  readonly book: ReaderBook;
  /** Direction and layout in effect, as options. */
  readonly shown: Values;
}

function sayWhere(inUse: ProfileInUse | undefined, staysHere: boolean): string {
  if (staysHere) return t`Your changes stay on this device.`;
  return inUse === undefined
    ? t`Your changes apply to all books without a profile.`
    : t`Your changes go into the profile.`;
}

/** Shows the profile in use, and chooses another for the series, the library, the format or all books. */
export function ProfileSection({ book, shown }: ProfileSectionProps) {
  const { data, change } = useReadingProfiles({ bookId: book.id });
  const { chooseProfile } = useSeriesChoice(book);
  const inUse = useProfileInUse(book);
  const { only } = useDeviceOptions();
  const [scope, setScope] = useState<ChoiceScope>(inUse?.scope ?? 'series');
  const targets = getTargets(book);
  const chosen = findChoice(data, scope, targets[scope])?.profileId ?? '';
  const choose = (value: string) => {
    const profileId = value === '' ? null : value;
    if (scope === 'series') chooseProfile(profileId);
    else change({ kind: 'choice', scope, targetId: targets[scope], profileId });
  };
  // the target of a format is its kind
  const kind = targets.format as FormatKind;
  return (
    <section className={css['section']}>
      <SelectField
        label={t`Reading profile`}
        value={chosen}
        options={[
          ['', t({ message: 'None', context: 'reading profile' })],
          ...data.profiles.map((profile) => [profile.id, nameProfile(profile)] as const),
        ]}
        onValue={choose}
      />
      <SelectField
        label={t`Use it for`}
        value={scope}
        options={SCOPES.map((item) => [item, nameScope(item, kind)] as const)}
        onValue={setScope}
        hint={
          <>
            {sayInUse(inUse)}
            <br />
            {sayWhere(inUse, only)}
          </>
        }
      />
      <SaveProfile
        base={inUse?.profile.base ?? (kind === 'ebook' ? 'book' : 'comic')}
        shown={shown}
        onSaved={chooseProfile}
      />
    </section>
  );
}
