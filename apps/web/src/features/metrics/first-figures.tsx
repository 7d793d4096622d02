import { plural, t } from '@lingui/core/macro';
import type { Metrics } from '@lectern/contract';
import { formatBytes, formatNumber, formatPercent } from '#lib/format.ts';
import { Figures } from '#ui/layout/figures.tsx';
import { formatMs, formatUptime } from './metric-words.ts';

/** The most important metrics. */
export function FirstFigures({ metrics }: { readonly metrics: Metrics }) {
  const { process, requests, tasks, database, events } = metrics;
  const { version } = metrics.build;
  const { open } = requests;
  const { pending } = tasks;
  const { entity, task, scan } = events.clients;
  const connections = entity + task + scan;
  const slow = formatMs(requests.durations.p95Ms);
  const used = formatBytes(process.heapUsedBytes);
  const delay = formatMs(process.eventLoopDelay.p99Ms);
  const figures: readonly (readonly [label: string, value: string, below: string])[] = [
    [t`Uptime`, formatUptime(process.uptimeSeconds), t`Version ${version}`],
    [t`Requests`, formatNumber(requests.durations.count), plural(open, { one: '# open now', other: '# open now' })],
    [t`Median response`, formatMs(requests.durations.p50Ms), t`95% within ${slow}`],
    [t`Failed requests`, formatNumber(requests.byStatus['5xx']), t`Since the start`],
    [t`Running tasks`, formatNumber(tasks.running), plural(pending, { one: '# waiting', other: '# waiting' })],
    [t`Memory`, formatBytes(process.residentBytes), t`${used} used by code`],
    [t`Event loop in use`, formatPercent(process.eventLoopBusy), t`99% late by at most ${delay}`],
    [
      t`Database`,
      formatBytes(database.sizeBytes),
      plural(connections, { one: '# page gets live updates', other: '# pages get live updates' }),
    ],
  ];
  return <Figures figures={figures} />;
}
