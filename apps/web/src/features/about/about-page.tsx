import { plural, t } from '@lingui/core/macro';
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
    <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading server details`} />}>
      {(info) => <About info={info} />}
    </QueryBoundary>
  );
}

function About({ info }: { readonly info: SystemInfo }) {
  const { version, apiVersion, startedAt } = info;
  const started = formatMoment(startedAt);
  const ago = formatAgo(startedAt, Date.now());
  const facts = [`Lectern ${version}`, `API ${apiVersion}`, t`running since ${started}, ${ago}`];
  return (
    <>
      <header className={css['hero']}>
        <img src={ICON_ADDRESS} alt="" width={56} height={56} />
        <div>
          <h2>{info.name}</h2>
          <p>{facts.join(' · ')}</p>
        </div>
        {info.features.apiDocs && (
          <a href={`${BASE_PATH}/api/docs`} className={buttonClass()}>{t`API documentation`}</a>
        )}
      </header>
      <Inventory info={info} />
      <div className={css['pair']}>
        <Panel title={t`Storage`}>
          <Facts rows={keptRows(info)} />
          <Disk disk={info.disk} />
        </Panel>
        <Panel title={t`Operating system`}>
          <Facts rows={machineRows(info)} />
          <p className={css['more']}>
            <Link to="/admin/metrics">{t`Open metrics`}</Link>
          </p>
        </Panel>
      </div>
      <p>
        <Link to="/me/accessibility">{t`Accessibility statement`}</Link>
      </p>
    </>
  );
}

function Inventory({ info: { inventory } }: { readonly info: SystemInfo }) {
  return (
    <Panel title={t`Contents`}>
      <Totals inventory={inventory} />
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

/** Figures with a label below each. */
function Totals({ inventory }: Pick<SystemInfo, 'inventory'>) {
  const { libraryCount, seriesCount, bookCount, pageCount, userCount, totalBookSize } = inventory;
  const figures = [
    ['libraries', formatNumber(libraryCount), plural(libraryCount, { one: 'library', other: 'libraries' })],
    ['series', formatNumber(seriesCount), plural(seriesCount, { one: 'series', other: 'series' })],
    ['books', formatNumber(bookCount), plural(bookCount, { one: 'book', other: 'books' })],
    ['pages', formatNumber(pageCount), plural(pageCount, { one: 'page', other: 'pages' })],
    ['users', formatNumber(userCount), plural(userCount, { one: 'account', other: 'accounts' })],
    ['size', formatBytes(totalBookSize), t`total size`],
  ] as const;
  return (
    <ul className={css['figures']}>
      {figures.map(([key, figure, words]) => (
        <li key={key}>
          <strong>{figure}</strong> {words}
        </li>
      ))}
    </ul>
  );
}

function keptRows({ database, dataDir, publicUrl }: SystemInfo) {
  const { kind, version, sizeBytes, migration } = database;
  return [
    [t`Database`, `${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${version}`],
    [t`Database size`, formatBytes(sizeBytes)],
    ...(migration === null ? [] : [[t`Database schema`, migration] as const]),
    [t`Data folder`, <code key="folder">{dataDir}</code>],
    [t`Public address`, publicUrl ?? t`Not set`],
  ] as const;
}

function machineRows({ node, platform, arch, processors, memoryBytes }: SystemInfo) {
  return [
    [t`Platform`, `${platform}, ${arch}`],
    [t`Processors`, formatNumber(processors)],
    [t`Memory`, formatBytes(memoryBytes)],
    ['Node.js', node.replace(/^v/, '')],
  ] as const;
}

/** Usage of the disk with the data folder. */
function Disk({ disk }: Pick<SystemInfo, 'disk'>) {
  if (disk === null) return null;
  const { freeBytes, totalBytes } = disk;
  const free = formatBytes(freeBytes);
  const total = formatBytes(totalBytes);
  const used = totalBytes === 0 ? 0 : 1 - freeBytes / totalBytes;
  return (
    <div className={css['disk']}>
      <ProgressBar share={used} label={t`Used space on the disk of the data folder`} />
      <p>{t`${free} of ${total} free on the disk of the data folder`}</p>
    </div>
  );
}
