import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
          Counts are those of this server process since its start. Prometheus reads the same figures at{' '}
          <code>/api/v1/metrics</code>, with an API key that may see the health of the system.
        </Trans>
      </p>
    </>
  );
}

function Caches({ caches }: { readonly caches: readonly CacheMetrics[] }) {
  return (
    <FigureTable
      title={t`Caches`}
      columns={[t`What is kept`, t`Found`, t`Asked for`, t`Entries`, t`Size`, t`At most`]}
      empty={t`No caches.`}
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
    [t`Ended`, t`${formatNumber(scans.completed)}, and ${formatNumber(scans.failed)} failed`],
    [t`Files looked at`, formatNumber(scans.files)],
    [t`Books added`, formatNumber(scans.booksAdded)],
    [t`Books changed`, formatNumber(scans.booksUpdated)],
    [t`Books gone`, t`${formatNumber(scans.booksDeleted)}, and ${formatNumber(scans.booksRestored)} came back`],
  ];
}

function clientRows({ rateLimit, events, requests }: Metrics): Rows {
  return [
    [t`Rate limit`, rateLimit.enabled ? t`On, ${formatNumber(rateLimit.clients)} clients remembered` : t`Off`],
    [
      t`Held back`,
      t`${formatNumber(rateLimit.refusedUsers)} of users, ${formatNumber(rateLimit.refusedAddresses)} of addresses`,
    ],
    [
      t`Answers`,
      t`${formatNumber(requests.byStatus['2xx'])} given, ${formatNumber(requests.byStatus['3xx'])} unchanged or elsewhere`,
    ],
    [t`Live updates`, t`${formatNumber(events.sent)} sent, ${formatNumber(events.dropped)} connections let go`],
  ];
}

function databaseRows({ kind, pool, queries, queriesFailed, migrations, migration }: Metrics['database']): Rows {
  return [
    [t`Kind`, kind === 'sqlite' ? t`SQLite` : 'PostgreSQL'],
    [t`Statements`, t`${formatNumber(queries.count)}, ${formatNumber(queriesFailed)} failed`],
    [t`Their time`, t`half within ${formatMs(queries.p50Ms)}, 99% within ${formatMs(queries.p99Ms)}`],
    [
      t`Connections`,
      t`${formatNumber(pool.open)} of ${formatNumber(pool.max)}, ${formatNumber(pool.waiting)} waiting for one`,
    ],
    [t`Migrations`, `${formatNumber(migrations)}${migration === null ? '' : t`, the last is ${migration}`}`],
  ];
}

function processRows(process: Metrics['process']): Rows {
  const { openFiles, maxOpenFiles } = process;
  return [
    [t`Memory`, formatBytes(process.residentBytes)],
    [t`Code`, t`${formatBytes(process.heapUsedBytes)} of ${formatBytes(process.heapTotalBytes)}`],
    [t`Buffers`, formatBytes(process.externalBytes)],
    [t`Processor`, t`${formatMs((process.cpuUserSeconds + process.cpuSystemSeconds) * 1000)} since the start`],
    ...(openFiles === null
      ? []
      : [
          [
            t`Open files`,
            maxOpenFiles === null
              ? formatNumber(openFiles)
              : t`${formatNumber(openFiles)} of ${formatNumber(maxOpenFiles)}`,
          ] as const,
        ]),
  ];
}
