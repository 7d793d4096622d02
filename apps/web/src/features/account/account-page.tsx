import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '#entities/user/use-may.ts';
import { profileQuery } from '#entities/user/account-queries.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import css from './account-page.module.css';
import { IdentitiesPanel } from './identities-panel.tsx';
import { LinksPanel } from './links-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { SignOut } from './sign-out.tsx';
import { ViewsPanel } from './views-panel.tsx';

interface AccountPageProps {
  /** Why linking to a provider was refused. */
  readonly refused: string | undefined;
  /** Called once the session has ended. */
  readonly onSignedOut: () => void;
}

export function AccountPage({ refused, onSignedOut }: AccountPageProps) {
  useDocumentTitle(t`Account`);
  const profile = useQuery(profileQuery());
  return (
    <>
      <ManageLinks />
      <QueryBoundary query={profile} loading={<BoxSkeletons label={t`Loading your account`} />}>
        {(account) => <ProfilePanel account={account} />}
      </QueryBoundary>
      <IdentitiesPanel refused={refused} />
      <LinksPanel />
      <ViewsPanel />
      <SignOut onSignedOut={onSignedOut} />
    </>
  );
}

/** Links that wide screens show in the sidebar. */
function ManageLinks() {
  const manages = useMay('LibrariesWrite');
  const seesPeople = useMay('UsersRead');
  if (!manages && !seesPeople) return null;
  return (
    <nav className={css['manage']} aria-label={t`Manage this server`}>
      {manages && (
        <>
          <Link to="/admin/libraries" className={css['link']}>
            <Icon name="library" /> {t`Libraries`}
          </Link>
          <Link to="/admin/tasks" className={css['link']}>
            <Icon name="tasks" /> {t`Tasks`}
          </Link>
          <Link to="/admin/health" className={css['link']}>
            <Icon name="health" /> {t`Health`}
          </Link>
        </>
      )}
      {seesPeople && (
        <Link to="/admin/users" className={css['link']}>
          <Icon name="users" /> {t`Accounts`}
        </Link>
      )}
    </nav>
  );
}
