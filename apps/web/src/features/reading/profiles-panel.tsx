import type { ReadingProfile } from '@lectern/contract';
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nameProfile } from '#entities/reading-profile/profile-words.ts';
import { readingProfilesQuery } from '#entities/reading-profile/queries.ts';
import { useReadingProfiles } from '#entities/reading-profile/use-reading-profiles.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { DeleteProfile } from './delete-profile.tsx';
import { EditProfile } from './edit-profile.tsx';
import { NameProfile } from './name-profile.tsx';
import css from './reading-page.module.css';

/** A starter profile has no id of its own and cannot be deleted. */
function isStarter({ id, base }: ReadingProfile): boolean {
  return id === base;
}

/** All profiles: edits, renames, duplicates, deletes and resets them. */
export function ProfilesPanel() {
  const query = useQuery(readingProfilesQuery({}));
  return (
    <Panel title={t`Reading profiles`}>
      <p
        className={css['note']}
      >{t`A profile holds options of the reader under a name. Options that it does not set follow your preferences.`}</p>
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading your reading profiles`} />}>
        {() => <ProfileList />}
      </QueryBoundary>
    </Panel>
  );
}

type DialogName = 'edit' | 'rename' | 'duplicate' | 'delete';

function ProfileList() {
  const { data } = useReadingProfiles({});
  const [open, setOpen] = useState<{ readonly id: string; readonly dialog: DialogName }>();
  const profile = data.profiles.find(({ id }) => id === open?.id);
  const close = () => setOpen(undefined);
  return (
    <>
      <ul className={css['profiles']}>
        {data.profiles.map((item) => (
          <ProfileRow key={item.id} profile={item} onOpen={(dialog) => setOpen({ id: item.id, dialog })} />
        ))}
      </ul>
      {profile !== undefined && open?.dialog === 'edit' && <EditProfile profile={profile} onClose={close} />}
      {profile !== undefined && open?.dialog === 'delete' && (
        <DeleteProfile profile={profile} isReset={isStarter(profile)} onClose={close} />
      )}
      {profile !== undefined && (open?.dialog === 'rename' || open?.dialog === 'duplicate') && (
        <NameProfile profile={profile} isNew={open.dialog === 'duplicate'} onClose={close} />
      )}
    </>
  );
}

interface ProfileRowProps {
  readonly profile: ReadingProfile;
  readonly onOpen: (dialog: DialogName) => void;
}

function ProfileRow({ profile, onOpen }: ProfileRowProps) {
  const { seriesCount } = profile;
  const name = nameProfile(profile);
  const starter = isStarter(profile);
  const remove = starter
    ? ({ label: t`Reset`, icon: 'refresh', run: () => onOpen('delete') } as const)
    : ({ label: t`Delete`, icon: 'trash', tone: 'danger', run: () => onOpen('delete') } as const);
  return (
    <li>
      <span>
        <strong>{name}</strong>
        {seriesCount > 0 && (
          <small>{plural(seriesCount, { one: 'Chosen for # series', other: 'Chosen for # series' })}</small>
        )}
      </span>
      <Menu
        label={t`Actions for ${name}`}
        items={[
          { label: t`Edit`, icon: 'edit', run: () => onOpen('edit') },
          { label: t`Rename`, icon: 'settings', run: () => onOpen('rename') },
          { label: t`Duplicate`, icon: 'copy', run: () => onOpen('duplicate') },
          ...(starter && profile.updatedAt === null ? [] : [remove]),
        ]}
      />
    </li>
  );
}
