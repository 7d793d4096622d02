import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { HealthCount } from '#entities/health/health-count.tsx';
import { librariesQuery } from '#entities/library/queries.ts';
import { useNewReleases } from '#entities/release/use-new-releases.ts';
import { currentUserQuery } from '#entities/user/queries.ts';
import { ICON_ADDRESS } from '#lib/base-path.ts';
import { formatNumber } from '#lib/format.ts';
import { classNames } from '#ui/style/class-names.ts';
import { Icon } from '#ui/pictures/icon.tsx';
import { adminPagesFor } from './admin-pages.ts';
import { MAIN_PAGES } from './main-pages.ts';
import css from './navigation.module.css';

const BY_PATH = { includeSearch: false };

/** Bottom bar on phones, icon rail on tablets, sidebar with the libraries on wide screens. */
export function Navigation() {
  const user = useQuery(currentUserQuery());
  const manages = adminPagesFor(user.data?.effectivePermissions ?? []).length > 0;
  return (
    <nav className={css['navigation']} aria-label={t`Main`}>
      <Link to="/" className={css['brand']} tabIndex={-1} aria-hidden="true">
        <img src={ICON_ADDRESS} alt="" width={32} height={32} />
        <span>Lectern</span>
      </Link>
      <Link
        to={MAIN_PAGES.home.to}
        className={css['item']}
        activeOptions={{ exact: true }}
        title={MAIN_PAGES.home.label}
      >
        <Icon name={MAIN_PAGES.home.icon} size={22} />
        <span>{MAIN_PAGES.home.label}</span>
      </Link>
      <Link to={MAIN_PAGES.libraries.to} className={css['item']} title={MAIN_PAGES.libraries.label}>
        <Icon name={MAIN_PAGES.libraries.icon} size={22} />
        <span>{MAIN_PAGES.libraries.label}</span>
      </Link>
      <LibraryLinks />
      <Link
        to={MAIN_PAGES.search.to}
        className={classNames(css['item'], css['narrow'])}
        activeOptions={BY_PATH}
        title={MAIN_PAGES.search.label}
      >
        <Icon name={MAIN_PAGES.search.icon} size={22} />
        <span>{MAIN_PAGES.search.label}</span>
      </Link>
      <Link to={MAIN_PAGES.lists.to} className={css['item']} title={MAIN_PAGES.lists.label}>
        <Icon name={MAIN_PAGES.lists.icon} size={22} />
        <span>{MAIN_PAGES.lists.label}</span>
      </Link>
      <ReleasesLink />
      <Link
        to={MAIN_PAGES.stats.to}
        className={`${css['item'] ?? ''} ${css['manage'] ?? ''}`}
        title={MAIN_PAGES.stats.label}
      >
        <Icon name={MAIN_PAGES.stats.icon} size={22} />
        <span>{MAIN_PAGES.stats.label}</span>
      </Link>
      <span className={css['space']} />
      {manages && (
        <Link
          to={MAIN_PAGES.manage.to}
          className={`${css['item'] ?? ''} ${css['manage'] ?? ''}`}
          title={MAIN_PAGES.manage.label}
        >
          <Icon name={MAIN_PAGES.manage.icon} size={22} />
          <span>{MAIN_PAGES.manage.label}</span>
          <HealthCount className={css['count']} />
        </Link>
      )}
      <Link to={MAIN_PAGES.you.to} className={css['item']} title={MAIN_PAGES.you.label}>
        <Icon name={MAIN_PAGES.you.icon} size={22} />
        <span className={css['me']}>{user.data?.username ?? MAIN_PAGES.you.label}</span>
        <span className={css['you']}>{MAIN_PAGES.you.label}</span>
      </Link>
    </nav>
  );
}

/** Shown to users who may see releases, once a source exists. The badge counts new releases. */
function ReleasesLink() {
  const count = useNewReleases();
  if (count === undefined) return null;
  return (
    <Link
      to={MAIN_PAGES.releases.to}
      className={`${css['item'] ?? ''} ${css['manage'] ?? ''}`}
      title={MAIN_PAGES.releases.label}
    >
      <Icon name={MAIN_PAGES.releases.icon} size={22} />
      <span>{MAIN_PAGES.releases.label}</span>
      {count > 0 && (
        <span className={css['count']}>
          <span aria-hidden="true">{formatNumber(count)}</span>
          <span className="visually-hidden">{plural(count, { one: '# new', other: '# new' })}</span>
        </span>
      )}
    </Link>
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
            <span className={css['name']}>{name}</span>
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
