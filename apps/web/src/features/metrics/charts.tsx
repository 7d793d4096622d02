import type { MetricsHistory } from '@lectern/contract';
import { formatBytes, formatNumber } from '#lib/format.ts';
import type { ChartLine } from '#ui/chart/chart-line.ts';
import { TimeChart } from '#ui/chart/time-chart.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { formatMs, formatPercent, round } from './metric-words.ts';
import css from './metrics-page.module.css';

type Column = keyof MetricsHistory['columns'];

interface Chart {
  readonly title: string;
  readonly below: string;
  /** The title names the step length. */
  readonly isOfStep?: true;
  /** Values are shown per second. */
  readonly isRate?: true;
  readonly lines: readonly (readonly [name: string, column: Column])[];
  readonly format: (value: number) => string;
}

const CHARTS: readonly Chart[] = [
  {
    title: 'Requests',
    below: 'A second',
    isRate: true,
    lines: [
      ['All', 'requests'],
      ['Refused', 'clientErrors'],
      ['Failed', 'serverErrors'],
    ],
    format: round,
  },
  {
    title: 'Time to answer',
    below: 'So many requests were answered within',
    lines: [
      ['Half', 'requestP50Ms'],
      ['95%', 'requestP95Ms'],
      ['99%', 'requestP99Ms'],
    ],
    format: formatMs,
  },
  {
    title: 'Sent',
    below: 'Bytes a second',
    isRate: true,
    lines: [['Sent', 'sentBytes']],
    format: (value) => formatBytes(Math.round(value)),
  },
  {
    title: 'Tasks ended',
    below: '',
    isOfStep: true,
    lines: [
      ['Done', 'tasksCompleted'],
      ['Failed', 'tasksFailed'],
      ['Books added', 'booksAdded'],
    ],
    format: formatNumber,
  },
  {
    title: 'Tasks in the queue',
    below: 'At the end of each step',
    lines: [
      ['Running', 'tasksRunning'],
      ['Waiting', 'tasksPending'],
    ],
    format: formatNumber,
  },
  {
    title: 'Processor',
    below: '100% is one of them all the time',
    lines: [
      ['Server', 'cpu'],
      ['Waiting for the database', 'databaseBusy'],
    ],
    format: formatPercent,
  },
  {
    title: 'Event loop',
    below: 'How late it was: what every request waits for',
    lines: [
      ['Half', 'eventLoopP50Ms'],
      ['99%', 'eventLoopP99Ms'],
      ['Most', 'eventLoopMaxMs'],
    ],
    format: formatMs,
  },
  {
    title: 'Memory',
    below: 'Of the server process',
    lines: [
      ['All', 'residentBytes'],
      ['In use by code', 'heapUsedBytes'],
    ],
    format: formatBytes,
  },
  { title: 'Database', below: 'Size on disk', lines: [['Size', 'databaseBytes']], format: formatBytes },
];

const TONES = ['first', 'second', 'third'] as const;

/** Metric history, one chart per topic. */
export function Charts({ history }: { readonly history: MetricsHistory }) {
  if (history.times.length === 0) {
    return <Note tone="info">The server has just started. The first figures come with its next step.</Note>;
  }
  const { times, stepSeconds } = history;
  const over = { times, stepMs: stepSeconds * 1000 };
  return (
    <div className={css['charts']}>
      {CHARTS.map(({ title, below, isOfStep, format, ...chart }) => (
        <TimeChart
          key={title}
          title={title}
          below={isOfStep === true ? stepWords(stepSeconds) : below}
          lines={buildLines(chart, history)}
          format={format}
          {...over}
        />
      ))}
      <TimeChart
        title="Caches"
        below="Share of what was asked for that was there"
        lines={[{ name: 'Found', tone: 'first', values: foundShares(history) }]}
        format={formatPercent}
        {...over}
      />
    </div>
  );
}

function stepWords(stepSeconds: number): string {
  return stepSeconds >= 60 ? 'In a minute' : `In ${stepSeconds} seconds`;
}

function buildLines({ lines, isRate }: Pick<Chart, 'lines' | 'isRate'>, history: MetricsHistory): readonly ChartLine[] {
  const by = isRate === true ? history.stepSeconds : 1;
  return lines.map(([name, column], index) => ({
    name,
    tone: TONES[index] ?? 'third',
    values: history.columns[column].map((value) => value / by),
  }));
}

function foundShares({ columns: { cacheHits, cacheMisses } }: MetricsHistory): readonly number[] {
  return cacheHits.map((hits, index) => hits / Math.max(1, hits + (cacheMisses[index] ?? 0)));
}
