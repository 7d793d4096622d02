import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useLocation } from '@tanstack/react-router';
import { useNewReleases } from '#entities/release/use-new-releases.ts';
import { currentUserQuery, isChild } from '#entities/user/queries.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { Page } from '#ui/layout/page.tsx';
import { adminPagesFor } from './admin-pages.ts';
import { FindSetting } from './find-setting.tsx';
import { mePagesFor } from './more-pages.ts';
import { RailFrame } from './rail-frame.tsx';

export function MeFrame() {
  const { data: user } = useQuery(currentUserQuery());
  const releases = useNewReleases();
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (user === undefined) return null;
  const pages = mePagesFor(user);
  const isOffered = path === ACCESSIBILITY || pages.some(({ to }) => to === path);
  if (isChild(user) && !isOffered) return <Navigate to="/me/preferences" replace />;
  const manages = adminPagesFor(user.effectivePermissions).length > 0;
  return (
    <Page
      title={user.username}
      below={isChild(user) ? t`Child profile` : ROLES[user.role]}
      actions={
        <>
          <FindSetting />
          {releases !== undefined && (
            <Link to="/releases" className={buttonClass()}>
              <Icon name="bell" size={18} />
              {releases === 0 ? t`Releases` : plural(releases, { one: '# new release', other: '# new releases' })}
            </Link>
          )}
          <Link to="/stats" className={buttonClass()}>
            <Icon name="stats" size={18} />
            {t`Statistics`}
          </Link>
          {manages && (
            <Link to="/admin" className={buttonClass()}>
              <Icon name="settings" size={18} />
              {t`Manage`}
            </Link>
          )}
        </>
      }
    >
      <RailFrame narrow label={t`You`} groups={[{ pages }]} />
    </Page>
  );
}

/** A page that no menu names. */
const ACCESSIBILITY = '/me/accessibility';

const ROLES = { reader: t`Reader`, maintainer: t`Maintainer`, admin: t`Admin` } as const;
