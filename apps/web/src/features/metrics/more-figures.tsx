import type { CacheMetrics, Metrics } from '@lectern/contract';
import { formatBytes, formatNumber } from '#lib/format.ts';
import { Facts } from '#ui/layout/facts.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { FigureTable } from './figure-table.tsx';
import { formatMs, formatPercent, hitShare } from './metric-words.ts';
import css from './metrics-page.module.css';

export function MoreFigures({ metrics }: { readonly metrics: Metrics }) {
  return (
    <>
      <Caches caches={metrics.caches} />
      <div className={css['pair']}>
        <Panel title="Scans">
          <Facts rows={scanRows(metrics.scans)} />
        </Panel>
        <Panel title="Limits and live updates">
          <Facts rows={clientRows(metrics)} />
        </Panel>
        <Panel title="Database">
          <Facts rows={databaseRows(metrics.database)} />
        </Panel>
        <Panel title="Process">
          <Facts rows={processRows(metrics.process)} />
        </Panel>
      </div>
      <p className={css['quiet']}>
        Counts are those of this server process since its start. Prometheus reads the same figures at{' '}
        <code>/api/v1/metrics</code>, with an API key that may see the health of the system.
      </p>
    </>
  );
}

function Caches({ caches }: { readonly caches: readonly CacheMetrics[] }) {
  return (
    <FigureTable
      title="Caches"
      columns={['What is kept', 'Found', 'Asked for', 'Entries', 'Size', 'At most']}
      empty="No caches."
      rows={caches.map((cache) => {
        const share = hitShare(cache);
        return [
          cache.name,
          cache.description,
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
    ['Ended', `${formatNumber(scans.completed)}, and ${formatNumber(scans.failed)} failed`],
    ['Files looked at', formatNumber(scans.files)],
    ['Books added', formatNumber(scans.booksAdded)],
    ['Books changed', formatNumber(scans.booksUpdated)],
    ['Books gone', `${formatNumber(scans.booksDeleted)}, and ${formatNumber(scans.booksRestored)} came back`],
  ];
}

function clientRows({ rateLimit, events, requests }: Metrics): Rows {
  return [
    ['Rate limit', rateLimit.enabled ? `On, ${formatNumber(rateLimit.clients)} clients remembered` : 'Off'],
    [
      'Held back',
      `${formatNumber(rateLimit.refusedUsers)} of users, ${formatNumber(rateLimit.refusedAddresses)} of addresses`,
    ],
    [
      'Answers',
      `${formatNumber(requests.byStatus['2xx'])} given, ${formatNumber(requests.byStatus['3xx'])} unchanged or elsewhere`,
    ],
    ['Live updates', `${formatNumber(events.sent)} sent, ${formatNumber(events.dropped)} connections let go`],
  ];
}

function databaseRows({ kind, pool, queries, queriesFailed, migrations, migration }: Metrics['database']): Rows {
  return [
    ['Kind', kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'],
    ['Statements', `${formatNumber(queries.count)}, ${formatNumber(queriesFailed)} failed`],
    ['Their time', `half within ${formatMs(queries.p50Ms)}, 99% within ${formatMs(queries.p99Ms)}`],
    [
      'Connections',
      `${formatNumber(pool.open)} of ${formatNumber(pool.max)}, ${formatNumber(pool.waiting)} waiting for one`,
    ],
    ['Migrations', `${formatNumber(migrations)}${migration === null ? '' : `, the last is ${migration}`}`],
  ];
}

function processRows(process: Metrics['process']): Rows {
  const { openFiles, maxOpenFiles } = process;
  return [
    ['Memory', formatBytes(process.residentBytes)],
    ['Code', `${formatBytes(process.heapUsedBytes)} of ${formatBytes(process.heapTotalBytes)}`],
    ['Buffers', formatBytes(process.externalBytes)],
    ['Processor', `${formatMs((process.cpuUserSeconds + process.cpuSystemSeconds) * 1000)} since the start`],
    ...(openFiles === null
      ? []
      : [
          [
            'Open files',
            maxOpenFiles === null
              ? formatNumber(openFiles)
              : `${formatNumber(openFiles)} of ${formatNumber(maxOpenFiles)}`,
          ] as const,
        ]),
  ];
}
