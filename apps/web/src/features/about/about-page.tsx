import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { SystemInfo } from '@lectern/contract';
import { Link } from '@tanstack/react-router';
import { systemInfoQuery } from '#entities/server/queries.ts';
import { BASE_PATH, ICON_ADDRESS } from '#lib/base-path.ts';
import { formatAgo, formatBytes, formatMoment, formatNumber } from '#lib/format.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { buttonClass } from '#ui/controls/button.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import css from './about-page.module.css';

/** The server refreshes the counts once a minute. */
const POLL_MS = 60_000;

export function AboutPage() {
  useDocumentTitle(t`About this server`);
  const query = useQuery({ ...systemInfoQuery(), refetchInterval: POLL_MS });
  return (
    <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading what the server says of itself`} />}>
      {(info) => <About info={info} />}
    </QueryBoundary>
  );
}

function About({ info }: { readonly info: SystemInfo }) {
  return (
    <>
      <header className={css['hero']}>
        <img src={ICON_ADDRESS} alt="" width={56} height={56} />
        <div>
          <h2>{info.name}</h2>
          <p>
            {t`Lectern ${info.version} · API ${info.apiVersion} · running since ${formatMoment(info.startedAt)}, ${formatAgo(info.startedAt, Date.now())}`}
          </p>
        </div>
        {info.features.apiDocs && (
          <a href={`${BASE_PATH}/api/docs`} className={buttonClass()}>{t`API documentation`}</a>
        )}
      </header>
      <Inventory info={info} />
      <div className={css['pair']}>
        <Panel title={t`Kept in`}>
          <Facts rows={keptRows(info)} />
          <Disk disk={info.disk} />
        </Panel>
        <Panel title={t`Runs on`}>
          <Facts rows={machineRows(info)} />
          <p className={css['more']}>
            <Link to="/admin/metrics">{t`How it is doing`}</Link>
          </p>
        </Panel>
      </div>
    </>
  );
}

function Inventory({ info: { inventory } }: { readonly info: SystemInfo }) {
  const figures: readonly (readonly [number, string])[] = [
    [inventory.libraryCount, inventory.libraryCount === 1 ? 'library' : 'libraries'],
    [inventory.seriesCount, 'series'],
    [inventory.bookCount, inventory.bookCount === 1 ? 'book' : 'books'],
    [inventory.pageCount, inventory.pageCount === 1 ? 'page' : 'pages'],
    [inventory.userCount, inventory.userCount === 1 ? 'person' : 'people'],
  ];
  return (
    <Panel title={t`What it holds`}>
      <ul className={css['figures']}>
        {figures.map(([count, words]) => (
          <li key={words}>
            <strong>{formatNumber(count)}</strong> {words}
          </li>
        ))}
        <li>
          <Trans>
            <strong>{formatBytes(inventory.totalBookSize)}</strong> of files
          </Trans>
        </li>
      </ul>
      {inventory.libraries.length > 1 && (
        <ul className={css['libraries']}>
          {inventory.libraries.map(({ id, name, seriesCount, bookCount, totalSize }) => (
            <li key={id}>
              <Link to="/library/$libraryId" params={{ libraryId: id }}>
                {name}
              </Link>
              <span>
                {plural(seriesCount, { one: '# series', other: '# series' })} ·{' '}
                {plural(bookCount, { one: '# book', other: '# books' })} · {formatBytes(totalSize)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function keptRows({ database, dataDir, publicUrl }: SystemInfo) {
  const { kind, version, sizeBytes, migration } = database;
  return [
    [t`Database`, `${kind === 'sqlite' ? t`SQLite` : 'PostgreSQL'} ${version}`],
    [t`Its size`, formatBytes(sizeBytes)],
    ...(migration === null ? [] : [[t`Its layout`, migration] as const]),
    [t`Data folder`, <code key="folder">{dataDir}</code>],
    [t`Public address`, publicUrl ?? t`not configured`],
  ] as const;
}

function machineRows({ node, platform, arch, processors, memoryBytes }: SystemInfo) {
  return [
    [t`System`, `${platform}, ${arch}`],
    [t`Processors`, formatNumber(processors)],
    [t`Memory`, formatBytes(memoryBytes)],
    [t`Node`, node.replace(/^v/, '')],
  ] as const;
}

/** Usage of the disk with the data folder. */
function Disk({ disk }: Pick<SystemInfo, 'disk'>) {
  if (disk === null) return null;
  const { freeBytes, totalBytes } = disk;
  const used = totalBytes === 0 ? 0 : 1 - freeBytes / totalBytes;
  return (
    <div className={css['disk']}>
      <ProgressBar share={used} label={t`How full the disk of the data folder is`} />
      <p>{t`${formatBytes(freeBytes)} of ${formatBytes(totalBytes)} free on its disk`}</p>
    </div>
  );
}
