import type { MetricsHistory } from '@lectern/contract';
import { formatBytes, formatNumber } from '#lib/format.ts';
import { Note } from '#ui/notice.tsx';
import type { ChartLine } from './chart/chart-line.ts';
import { TimeChart } from './chart/time-chart.tsx';
import { formatMs, formatPercent, round } from './metric-words.ts';
import css from './metrics-page.module.css';

interface Chart {
  readonly title: string;
  readonly below: string;
  readonly lines: readonly ChartLine[];
  readonly format: (value: number) => string;
}

const TONES = ['first', 'second', 'third'] as const;

function linesOf(columns: readonly (readonly [name: string, values: readonly number[]])[]): readonly ChartLine[] {
  return columns.map(([name, values], index) => ({ name, values, tone: TONES[index] ?? 'third' }));
}

/** What happened over time, one chart for each question. */
export function Charts({ history }: { readonly history: MetricsHistory }) {
  if (history.times.length === 0) {
    return <Note tone="info">The server has just started. The first figures come with its next step.</Note>;
  }
  const stepMs = history.stepSeconds * 1000;
  return (
    <div className={css['charts']}>
      {[...trafficCharts(history), ...workCharts(history), ...processCharts(history)].map((chart) => (
        <TimeChart key={chart.title} times={history.times} stepMs={stepMs} {...chart} />
      ))}
    </div>
  );
}

function trafficCharts({ columns, stepSeconds }: MetricsHistory): readonly Chart[] {
  const rate = (values: readonly number[]) => values.map((value) => value / stepSeconds);
  return [
    {
      title: 'Requests',
      below: 'A second',
      lines: linesOf([
        ['All', rate(columns.requests)],
        ['Refused', rate(columns.clientErrors)],
        ['Failed', rate(columns.serverErrors)],
      ]),
      format: round,
    },
    {
      title: 'Time to answer',
      below: 'So many requests were answered within',
      lines: linesOf([
        ['Half', columns.requestP50Ms],
        ['95%', columns.requestP95Ms],
        ['99%', columns.requestP99Ms],
      ]),
      format: formatMs,
    },
    {
      title: 'Sent',
      below: 'Bytes a second',
      lines: linesOf([['Sent', rate(columns.sentBytes)]]),
      format: (value) => formatBytes(Math.round(value)),
    },
  ];
}

function workCharts({ columns, stepSeconds }: MetricsHistory): readonly Chart[] {
  const span = stepSeconds >= 60 ? 'In a minute' : `In ${stepSeconds} seconds`;
  const asked = columns.cacheHits.map((hits, index) => hits + (columns.cacheMisses[index] ?? 0));
  return [
    {
      title: 'Tasks ended',
      below: span,
      lines: linesOf([
        ['Done', columns.tasksCompleted],
        ['Failed', columns.tasksFailed],
        ['Books added', columns.booksAdded],
      ]),
      format: formatNumber,
    },
    {
      title: 'Tasks in the queue',
      below: 'At the end of each step',
      lines: linesOf([
        ['Running', columns.tasksRunning],
        ['Waiting', columns.tasksPending],
      ]),
      format: formatNumber,
    },
    {
      title: 'Caches',
      below: 'Share of what was asked for that was there',
      lines: linesOf([['Found', columns.cacheHits.map((hits, index) => hits / Math.max(1, asked[index] ?? 0))]]),
      format: formatPercent,
    },
  ];
}

function processCharts({ columns }: MetricsHistory): readonly Chart[] {
  return [
    {
      title: 'Processor',
      below: '100% is one of them all the time',
      lines: linesOf([
        ['Server', columns.cpu],
        ['Waiting for the database', columns.databaseBusy],
      ]),
      format: formatPercent,
    },
    {
      title: 'Event loop',
      below: 'How late it was: what every request waits for',
      lines: linesOf([
        ['Half', columns.eventLoopP50Ms],
        ['99%', columns.eventLoopP99Ms],
        ['Most', columns.eventLoopMaxMs],
      ]),
      format: formatMs,
    },
    {
      title: 'Memory',
      below: 'Of the server process',
      lines: linesOf([
        ['All', columns.residentBytes],
        ['In use by code', columns.heapUsedBytes],
      ]),
      format: formatBytes,
    },
    {
      title: 'Database',
      below: 'Size on disk',
      lines: linesOf([['Size', columns.databaseBytes]]),
      format: formatBytes,
    },
  ];
}
