import { useQuery } from '@tanstack/react-query';
import type { SystemInfo } from '@lectern/contract';
import { Link } from '@tanstack/react-router';
import { systemInfoQuery } from '#entities/server/queries.ts';
import { BASE_PATH, ICON_ADDRESS } from '#lib/base-path.ts';
import { formatAgo, formatBytes, formatCount, formatMoment, formatNumber } from '#lib/format.ts';
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
  useDocumentTitle('About this server');
  const query = useQuery({ ...systemInfoQuery(), refetchInterval: POLL_MS });
  return (
    <QueryBoundary query={query} loading={<BoxSkeletons label="Loading what the server says of itself" />}>
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
            Lectern {info.version} · API {info.apiVersion} · running since {formatMoment(info.startedAt)},{' '}
            {formatAgo(info.startedAt, Date.now())}
          </p>
        </div>
        {info.features.apiDocs && (
          <a href={`${BASE_PATH}/api/docs`} className={buttonClass()}>
            API documentation
          </a>
        )}
      </header>
      <Inventory info={info} />
      <div className={css['pair']}>
        <Panel title="Kept in">
          <Facts rows={keptRows(info)} />
          <Disk disk={info.disk} />
        </Panel>
        <Panel title="Runs on">
          <Facts rows={machineRows(info)} />
          <p className={css['more']}>
            <Link to="/admin/metrics">How it is doing</Link>
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
    <Panel title="What it holds">
      <ul className={css['figures']}>
        {figures.map(([count, words]) => (
          <li key={words}>
            <strong>{formatNumber(count)}</strong> {words}
          </li>
        ))}
        <li>
          <strong>{formatBytes(inventory.totalBookSize)}</strong> of files
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
                {formatCount(seriesCount, 'series', 'series')} · {formatCount(bookCount, 'book')} ·{' '}
                {formatBytes(totalSize)}
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
    ['Database', `${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${version}`],
    ['Its size', formatBytes(sizeBytes)],
    ...(migration === null ? [] : [['Its layout', migration] as const]),
    ['Data folder', <code key="folder">{dataDir}</code>],
    ['Public address', publicUrl ?? 'not configured'],
  ] as const;
}

function machineRows({ node, platform, arch, processors, memoryBytes }: SystemInfo) {
  return [
    ['System', `${platform}, ${arch}`],
    ['Processors', formatNumber(processors)],
    ['Memory', formatBytes(memoryBytes)],
    ['Node', node.replace(/^v/, '')],
  ] as const;
}

/** Usage of the disk with the data folder. */
function Disk({ disk }: Pick<SystemInfo, 'disk'>) {
  if (disk === null) return null;
  const { freeBytes, totalBytes } = disk;
  const used = totalBytes === 0 ? 0 : 1 - freeBytes / totalBytes;
  return (
    <div className={css['disk']}>
      <ProgressBar share={used} label="How full the disk of the data folder is" />
      <p>
        {formatBytes(freeBytes)} of {formatBytes(totalBytes)} free on its disk
      </p>
    </div>
  );
}
