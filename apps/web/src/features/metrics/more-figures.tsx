import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { CacheMetrics, Metrics } from '@lectern/contract';
import { formatBytes, formatNumber, formatPercent } from '#lib/format.ts';
import { Facts } from '#ui/layout/facts.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { FigureTable } from './figure-table.tsx';
import { formatMs, hitShare } from './metric-words.ts';
import css from './metrics-page.module.css';

export function MoreFigures({ metrics }: { readonly metrics: Metrics }) {
  return (
    <>
      <Caches caches={metrics.caches} />
      <div className={css['pair']}>
        <Panel title={t`Scans`}>
          <Facts rows={scanRows(metrics.scans)} />
        </Panel>
        <Panel title={t`Limits and live updates`}>
          <Facts rows={clientRows(metrics)} />
        </Panel>
        <Panel title={t`Database`}>
          <Facts rows={databaseRows(metrics.database)} />
        </Panel>
        <Panel title={t`Process`}>
          <Facts rows={processRows(metrics.process)} />
        </Panel>
      </div>
      <p className={css['quiet']}>
        <Trans>
          Counts are those of this server process since its start. Prometheus can read them at{' '}
          <code>/api/v1/metrics</code>, with an API key that may see how the server is doing.
        </Trans>
      </p>
    </>
  );
}

const CACHES: Readonly<Record<string, string>> = {
  sessions: t`Sessions`,
  api_keys: t`API keys`,
  passwords: t`Checked passwords`,
  list_counts: t`List lengths`,
  filtered_lists: t`Filter results`,
  filter_parts: t`Partial filter results`,
  book_files: t`Book files`,
  readings: t`Pages and chapters of books`,
  texts: t`Chapter text`,
  open_files: t`Open book files`,
  solid_archives: t`Unpacked pages of solid archives, on disk`,
  pictures: t`Resized and converted pictures, on disk`,
};

function Caches({ caches }: { readonly caches: readonly CacheMetrics[] }) {
  return (
    <FigureTable
      title={t`Caches`}
      columns={[t`Cache`, t`Hits`, t`Lookups`, t`Entries`, t`Size`, t`Maximum size`]}
      empty={t`No caches.`}
      rows={caches.map((cache) => {
        const share = hitShare(cache);
        return [
          cache.name,
          CACHES[cache.name] ?? cache.description,
          share === undefined ? '–' : <Share key="share" share={share} />,
          formatNumber(cache.hits + cache.misses),
          cache.entries === null ? '–' : formatNumber(cache.entries),
          cache.bytes === null ? '–' : formatBytes(cache.bytes),
          cache.maxBytes === null ? '–' : formatBytes(cache.maxBytes),
        ];
      })}
    />
  );
}

function Share({ share }: { readonly share: number }) {
  return (
    <span className={css['share']}>
      <span className={css['track']}>
        <span className={css['bar']} style={{ inlineSize: `${Math.round(share * 100)}%` }} />
      </span>
      {formatPercent(share)}
    </span>
  );
}

type Rows = readonly (readonly [label: string, value: string])[];

function scanRows(scans: Metrics['scans']): Rows {
  return [
    [t({ message: 'Done', context: 'scans' }), formatNumber(scans.completed)],
    [t`Failed`, formatNumber(scans.failed)],
    [t`Files checked`, formatNumber(scans.files)],
    [t`Books added`, formatNumber(scans.booksAdded)],
    [t`Books changed`, formatNumber(scans.booksUpdated)],
    [t`Books missing`, formatNumber(scans.booksDeleted)],
    [t`Books found again`, formatNumber(scans.booksRestored)],
  ];
}

function clientRows({ rateLimit, events, requests }: Metrics): Rows {
  const { clients } = rateLimit;
  return [
    [
      t`Rate limit`,
      rateLimit.enabled ? plural(clients, { one: 'On, # client counted', other: 'On, # clients counted' }) : t`Off`,
    ],
    [t`Refused by account`, formatNumber(rateLimit.refusedUsers)],
    [t`Refused by address`, formatNumber(rateLimit.refusedAddresses)],
    [t`Answered requests`, formatNumber(requests.byStatus['2xx'])],
    [t`Unchanged or redirected`, formatNumber(requests.byStatus['3xx'])],
    [t`Live updates sent`, formatNumber(events.sent)],
    [t`Live connections dropped`, formatNumber(events.dropped)],
  ];
}

function databaseRows({ kind, pool, queries, queriesFailed, migrations, migration }: Metrics['database']): Rows {
  const median = formatMs(queries.p50Ms);
  const slow = formatMs(queries.p99Ms);
  const open = formatNumber(pool.open);
  const most = formatNumber(pool.max);
  return [
    [t`Type`, kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'],
    [t`Queries`, formatNumber(queries.count)],
    [t`Failed queries`, formatNumber(queriesFailed)],
    [t`Query time`, t`Median ${median}, 99% within ${slow}`],
    [t`Connections`, t`${open} of ${most}`],
    [t`Waiting for a connection`, formatNumber(pool.waiting)],
    [t`Migrations`, formatNumber(migrations)],
    ...(migration === null ? [] : [[t`Last migration`, migration] as const]),
  ];
}

function processRows(process: Metrics['process']): Rows {
  const { openFiles, maxOpenFiles } = process;
  const used = formatBytes(process.heapUsedBytes);
  const total = formatBytes(process.heapTotalBytes);
  return [
    [t`Memory`, formatBytes(process.residentBytes)],
    [t`Code`, t`${used} of ${total}`],
    [t`Buffers`, formatBytes(process.externalBytes)],
    [t`Processor time`, formatMs((process.cpuUserSeconds + process.cpuSystemSeconds) * 1000)],
    ...(openFiles === null ? [] : [[t`Open files`, fileWords(openFiles, maxOpenFiles)] as const]),
  ];
}

function fileWords(openFiles: number, maxOpenFiles: number | null): string {
  const open = formatNumber(openFiles);
  if (maxOpenFiles === null) return open;
  const most = formatNumber(maxOpenFiles);
  return t`${open} of ${most}`;
}
