import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { User } from '@lectern/contract';
import { userQuery } from '#entities/user/account-queries.ts';
import css from './user-marks.module.css';

/** First letter of the name, in place of an avatar. */
export function Initial({ name }: { readonly name: string }) {
  return (
    <span className={css['initial']} aria-hidden="true">
      {String.fromCodePoint(name.codePointAt(0) ?? 32).toUpperCase()}
    </span>
  );
}

interface UserBadgesProps {
  readonly user: Pick<User, 'isActive' | 'pendingVerification'>;
  /** The signed-in user. */
  readonly isSelf: boolean;
}

/** Badges for unusual account states. */
export function UserBadges({ user, isSelf }: UserBadgesProps) {
  return (
    <>
      {isSelf && <span className={css['badge']} data-tone="self">{t`You`}</span>}
      {!user.isActive && <span className={css['badge']}>{t`Deactivated`}</span>}
      {user.isActive && user.pendingVerification && <span className={css['badge']}>{t`Not confirmed`}</span>}
    </>
  );
}

/** Whose child profile an account is. */
export function ChildWords({ parentId }: { readonly parentId: string }) {
  const { data } = useQuery({ ...userQuery(parentId), refetchInterval: false });
  const parent = data?.username;
  return <>{parent === undefined ? t`Child profile` : t`Child profile of ${parent}`}</>;
}
