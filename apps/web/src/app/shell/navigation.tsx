import type { CurrentUser } from '@lectern/contract';
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { HealthCount } from '#entities/health/health-count.tsx';
import { librariesQuery } from '#entities/library/queries.ts';
import { useNewReleases } from '#entities/release/use-new-releases.ts';
import { currentUserQuery, isGuest } from '#entities/user/queries.ts';
import { ICON_ADDRESS } from '#lib/base-path.ts';
import { formatNumber } from '#lib/format.ts';
import { classNames } from '#ui/style/class-names.ts';
import { Icon } from '#ui/pictures/icon.tsx';
import { adminPagesFor } from './admin-pages.ts';
import { MAIN_PAGES } from './main-pages.ts';
import css from './navigation.module.css';

const BY_PATH = { includeSearch: false };
const EXACT = { exact: true };

type MainPage = (typeof MAIN_PAGES)[keyof typeof MAIN_PAGES];

interface ItemProps {
  readonly page: MainPage;
  /** Hides the item on some screens. */
  readonly className?: string | undefined;
  readonly isExact?: boolean;
  /** Instead of the name of the page. */
  readonly children?: ReactNode;
}

function Item({ page: { to, label, icon }, className, isExact = false, children }: ItemProps) {
  return (
    <Link
      to={to}
      className={classNames(css['item'], className)}
      activeOptions={isExact ? EXACT : BY_PATH}
      title={label}
    >
      <Icon name={icon} size={22} />
      {children ?? <span>{label}</span>}
    </Link>
  );
}

/** Bottom bar on phones, icon rail on tablets, sidebar with the libraries on wide screens. */
export function Navigation() {
  const user = useQuery(currentUserQuery());
  const { home, libraries, search } = MAIN_PAGES;
  return (
    <nav className={css['navigation']} aria-label={t`Main`}>
      <Link to="/" className={css['brand']} tabIndex={-1} aria-hidden="true">
        <img src={ICON_ADDRESS} alt="" width={32} height={32} />
        <span>Lectern</span>
      </Link>
      <Item page={home} isExact />
      <Item page={libraries} />
      <LibraryLinks />
      <Item page={search} className={css['narrow']} />
      {user.data !== undefined && isGuest(user.data) ? <GuestItems /> : <AccountItems user={user.data} />}
    </nav>
  );
}

/** What belongs to an account. */
function AccountItems({ user }: { readonly user: CurrentUser | undefined }) {
  const manages = adminPagesFor(user?.effectivePermissions ?? []).length > 0;
  const { lists, stats, manage, you } = MAIN_PAGES;
  return (
    <>
      <Item page={lists} />
      <ReleasesLink />
      <Item page={stats} className={css['manage']} />
      <span className={css['space']} />
      {manages && (
        <Item page={manage} className={css['manage']}>
          <span>{manage.label}</span>
          <HealthCount className={css['count']} />
        </Item>
      )}
      <Item page={you}>
        <span className={css['me']}>{user?.username ?? you.label}</span>
        <span className={css['you']}>{you.label}</span>
      </Item>
    </>
  );
}

/** Guests sign in, and come back to the same page. */
function GuestItems() {
  const next = useRouterState({ select: ({ location }) => location.href });
  return (
    <>
      <span className={css['space']} />
      <Link to="/login" search={{ next }} className={css['item']}>
        <Icon name="user" size={22} />
        <span>{t`Sign in`}</span>
      </Link>
    </>
  );
}

/** Shown to users who may see releases, once a source exists. The badge counts new releases. */
function ReleasesLink() {
  const count = useNewReleases();
  if (count === undefined) return null;
  return (
    <Item page={MAIN_PAGES.releases} className={css['manage']}>
      <span>{MAIN_PAGES.releases.label}</span>
      {count > 0 && (
        <span className={css['count']}>
          <span aria-hidden="true">{formatNumber(count)}</span>
          <span className="visually-hidden">{plural(count, { one: '# new', other: '# new' })}</span>
        </span>
      )}
    </Item>
  );
}

function LibraryLinks() {
  const { data } = useQuery(librariesQuery());
  if (data === undefined || data.length === 0) return null;
  return (
    <ul className={css['libraries']}>
      {data.map(({ id, name, seriesCount }) => (
        <li key={id}>
          <Link to="/library/$libraryId" params={{ libraryId: id }} className={css['library']}>
            <span className={css['name']} dir="auto">
              {name}
            </span>
            {seriesCount !== null && (
              <span className={css['count']}>
                <span aria-hidden="true">{formatNumber(seriesCount)}</span>
                <span className="visually-hidden">{plural(seriesCount, { one: '# series', other: '# series' })}</span>
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
