import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { UserDetail } from '@lectern/contract';
import { Link } from '@tanstack/react-router';
import { userQuery } from '#entities/user/account-queries.ts';
import { currentUserQuery } from '#entities/user/queries.ts';
import { allPermissions } from '#entities/user/permission-words.ts';
import { useMay } from '#entities/user/use-may.ts';
import { usePermissions } from '#entities/user/use-permissions.ts';
import { formatDay } from '#lib/format.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { useRolePermissions } from './role-fields.tsx';
import { AccessPanel } from './access-panel.tsx';
import { DeletePanel } from './delete-panel.tsx';
import { NamePanel } from './name-panel.tsx';
import { RightsPanel } from './rights-panel.tsx';
import { SharingPanel } from './sharing-panel.tsx';
import { SignInPanel } from './sign-in-panel.tsx';
import { ChildWords, Initial, UserBadges } from './user-marks.tsx';
import css from './user-page.module.css';
import { UserKeysPanel } from './user-keys-panel.tsx';
import { seenWords } from './user-words.ts';
import { ViewPanel } from './view-panel.tsx';

interface UserPageProps {
  readonly userId: string;
  readonly onDeleted: () => void;
}

export function UserPage({ userId, onDeleted }: UserPageProps) {
  const user = useQuery(userQuery(userId));
  useDocumentTitle(user.data?.username ?? t`Account`);
  return (
    <>
      <Link to="/admin/users" className={css['back']}>
        <Icon name="back" size={18} /> {t`All accounts`}
      </Link>
      <QueryBoundary query={user} loading={<BoxSkeletons label={t`Loading the account`} />}>
        {(data) => <Account user={data} onDeleted={onDeleted} />}
      </QueryBoundary>
    </>
  );
}

interface AccountProps {
  readonly user: UserDetail;
  readonly onDeleted: () => void;
}

function Account({ user, onDeleted }: AccountProps) {
  const { data: me } = useQuery(currentUserQuery());
  const isSelf = me?.id === user.id;
  const writes = useMay('UsersWrite');
  const held = usePermissions();
  const ofRole = useRolePermissions(user.customRole?.id ?? null);
  const readerPermissions = allPermissions('reader', []);
  const isBeyond = [...allPermissions(user.role, user.permissions, ofRole)].some(
    (permission) => !readerPermissions.has(permission) && !held.has(permission),
  );
  const canChange = writes && !isBeyond;
  const day = formatDay(user.createdAt);
  return (
    <article aria-labelledby="account-name">
      <header className={css['head']}>
        <Initial name={user.username} />
        <div className={css['names']}>
          <h2 id="account-name" className={css['name']}>
            {user.username} <UserBadges user={user} isSelf={isSelf} />
          </h2>
          <p className={css['detail']}>
            {t`Member since ${day}`} · {seenWords(user, Date.now())}
          </p>
        </div>
      </header>
      {writes && isBeyond && (
        <div className={css['note']}>
          <Note tone="info">{t`This account has more permissions than yours. You can see it but not change it.`}</Note>
        </div>
      )}
      <NameOrParent user={user} canChange={canChange} />
      <AccessPanel user={user} isSelf={isSelf} canChange={canChange} />
      <SightPanels user={user} isSelf={isSelf} />
      <SignInPanel user={user} isSelf={isSelf} canChange={canChange} />
      <UserKeysPanel user={user} canChange={canChange} />
      {!isSelf && !isBeyond && <DeletePanel user={user} onDeleted={onDeleted} />}
    </article>
  );
}

/** What an account sees, for admins. */
function SightPanels({ user, isSelf }: { readonly user: UserDetail; readonly isSelf: boolean }) {
  const administers = useMay('SystemAdmin');
  if (!administers) return null;
  return (
    <>
      <SharingPanel user={user} />
      <RightsPanel userId={user.id} />
      {!isSelf && user.isActive && <ViewPanel user={user} />}
    </>
  );
}

/** Name and address; of a child profile instead whose it is, and what admins can change of it. */
function NameOrParent({ user, canChange }: { readonly user: UserDetail; readonly canChange: boolean }) {
  const { parentId } = user;
  if (parentId === null) return <NamePanel user={user} canChange={canChange} />;
  return (
    <div className={css['note']}>
      <Note tone="info">
        <strong>
          <ChildWords parentId={parentId} />
        </strong>{' '}
        {t`It has no sign-in, and sees at most what its parent sees. You can limit it, deactivate it or delete it.`}
      </Note>
    </div>
  );
}
