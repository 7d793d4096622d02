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
      <Link to="/" className={css['item']} activeOptions={{ exact: true }} title={t`Home`}>
        <Icon name="home" size={22} />
        <span>{t`Home`}</span>
      </Link>
      <Link to="/libraries" className={css['item']} title={t`Libraries`}>
        <Icon name="library" size={22} />
        <span>{t`Libraries`}</span>
      </Link>
      <LibraryLinks />
      <Link to="/search" className={classNames(css['item'], css['narrow'])} activeOptions={BY_PATH} title={t`Search`}>
        <Icon name="search" size={22} />
        <span>{t`Search`}</span>
      </Link>
      <Link to="/lists" className={css['item']} title={t`Lists`}>
        <Icon name="stack" size={22} />
        <span>{t`Lists`}</span>
      </Link>
      <ReleasesLink />
      <Link to="/stats" className={`${css['item'] ?? ''} ${css['manage'] ?? ''}`} title={t`Statistics`}>
        <Icon name="stats" size={22} />
        <span>{t`Statistics`}</span>
      </Link>
      <span className={css['space']} />
      {manages && (
        <Link to="/admin" className={`${css['item'] ?? ''} ${css['manage'] ?? ''}`} title={t`Manage`}>
          <Icon name="settings" size={22} />
          <span>{t`Manage`}</span>
          <HealthCount className={css['count']} />
        </Link>
      )}
      <Link to="/me" className={css['item']} title={t`You`}>
        <Icon name="user" size={22} />
        <span className={css['me']}>{user.data?.username ?? t`You`}</span>
        <span className={css['you']}>{t`You`}</span>
      </Link>
    </nav>
  );
}

/** Shown to users who may see releases, once a source exists. The badge counts new releases. */
function ReleasesLink() {
  const count = useNewReleases();
  if (count === undefined) return null;
  return (
    <Link to="/releases" className={`${css['item'] ?? ''} ${css['manage'] ?? ''}`} title={t`Releases`}>
      <Icon name="bell" size={22} />
      <span>{t`Releases`}</span>
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
