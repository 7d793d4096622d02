import type { User } from '@lectern/contract';
import css from './user-marks.module.css';

/** The first letter of a name, where others have a picture. */
export function Initial({ name }: { readonly name: string }) {
  return (
    <span className={css['initial']} aria-hidden="true">
      {String.fromCodePoint(name.codePointAt(0) ?? 32).toUpperCase()}
    </span>
  );
}

interface UserBadgesProps {
  readonly user: Pick<User, 'isActive' | 'pendingVerification'>;
  /** It is the one who looks. */
  readonly isSelf: boolean;
}

/** What is out of the ordinary about an account. */
export function UserBadges({ user, isSelf }: UserBadgesProps) {
  return (
    <>
      {isSelf && (
        <span className={css['badge']} data-tone="self">
          You
        </span>
      )}
      {!user.isActive && <span className={css['badge']}>Deactivated</span>}
      {user.isActive && user.pendingVerification && <span className={css['badge']}>Waits for confirmation</span>}
    </>
  );
}
