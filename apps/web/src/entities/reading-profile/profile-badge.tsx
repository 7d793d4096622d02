import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Icon } from '#ui/pictures/icon.tsx';
import css from './profile-badge.module.css';
import { nameProfile } from './profile-words.ts';
import { readingProfilesQuery } from './queries.ts';
import { findChoice } from './resolve-profile.ts';

/** The reading profile that the user chose for a series; nothing without one. */
export function ProfileBadge({ seriesId }: { readonly seriesId: string }) {
  const { data } = useQuery(readingProfilesQuery({ seriesId }));
  if (data === undefined) return null;
  const id = findChoice(data, 'series', seriesId)?.profileId;
  const profile = data.profiles.find((item) => item.id === id);
  if (profile === undefined) return null;
  const name = nameProfile(profile);
  return (
    <Link to="/me/reading" className={css['badge']}>
      <Icon name="book" size={16} />
      {t`Reading profile: ${name}`}
    </Link>
  );
}
