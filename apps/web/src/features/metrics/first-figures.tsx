import { plural, t } from '@lingui/core/macro';
import type { Metrics } from '@lectern/contract';
import { formatBytes, formatNumber } from '#lib/format.ts';
import { Figures } from '#ui/layout/figures.tsx';
import { formatMs, formatPercent, formatUptime } from './metric-words.ts';

/** The most important metrics. */
export function FirstFigures({ metrics }: { readonly metrics: Metrics }) {
  const { process, requests, tasks, database, events } = metrics;
  const { entity, task, scan } = events.clients;
  const figures: readonly (readonly [label: string, value: string, below: string])[] = [
    [t`Running for`, formatUptime(process.uptimeSeconds), t`version ${metrics.build.version}`],
    [t`Requests`, formatNumber(requests.durations.count), t`${formatNumber(requests.open)} open now`],
    [t`Usual answer`, formatMs(requests.durations.p50Ms), t`95% within ${formatMs(requests.durations.p95Ms)}`],
    [t`Failed answers`, formatNumber(requests.byStatus['5xx']), t`since the start`],
    [t`Tasks`, formatNumber(tasks.running), t`running, ${formatNumber(tasks.pending)} waiting`],
    [t`Memory`, formatBytes(process.residentBytes), t`${formatBytes(process.heapUsedBytes)} in use by code`],
    [
      t`Event loop`,
      formatPercent(process.eventLoopBusy),
      t`busy, late by ${formatMs(process.eventLoopDelay.p99Ms)} at worst`,
    ],
    [
      t`Database`,
      formatBytes(database.sizeBytes),
      t`${plural(entity + task + scan, { one: '# live connection', other: '# live connections' })} open`,
    ],
  ];
  return <Figures figures={figures} />;
}
