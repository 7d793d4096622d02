import type { Metrics } from '@lectern/contract';
import { formatBytes, formatCount, formatNumber } from '#lib/format.ts';
import { Figures } from '#ui/layout/figures.tsx';
import { formatMs, formatPercent, formatUptime } from './metric-words.ts';

/** The most important metrics. */
export function FirstFigures({ metrics }: { readonly metrics: Metrics }) {
  const { process, requests, tasks, database, events } = metrics;
  const { entity, task, scan } = events.clients;
  const figures: readonly (readonly [label: string, value: string, below: string])[] = [
    ['Running for', formatUptime(process.uptimeSeconds), `version ${metrics.build.version}`],
    ['Requests', formatNumber(requests.durations.count), `${formatNumber(requests.open)} open now`],
    ['Usual answer', formatMs(requests.durations.p50Ms), `95% within ${formatMs(requests.durations.p95Ms)}`],
    ['Failed answers', formatNumber(requests.byStatus['5xx']), 'since the start'],
    ['Tasks', formatNumber(tasks.running), `running, ${formatNumber(tasks.pending)} waiting`],
    ['Memory', formatBytes(process.residentBytes), `${formatBytes(process.heapUsedBytes)} in use by code`],
    [
      'Event loop',
      formatPercent(process.eventLoopBusy),
      `busy, late by ${formatMs(process.eventLoopDelay.p99Ms)} at worst`,
    ],
    ['Database', formatBytes(database.sizeBytes), `${formatCount(entity + task + scan, 'live connection')} open`],
  ];
  return <Figures figures={figures} />;
}
