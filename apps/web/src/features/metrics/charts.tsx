import { plural, t } from '@lingui/core/macro';
import type { MetricsHistory } from '@lectern/contract';
import { formatBytes, formatNumber, formatPercent } from '#lib/format.ts';
import type { ChartLine } from '#ui/chart/chart-line.ts';
import { TimeChart } from '#ui/chart/time-chart.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { formatMs, round } from './metric-words.ts';
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
    title: t`Requests`,
    below: t`Per second`,
    isRate: true,
    lines: [
      [t`All`, 'requests'],
      [t`Refused`, 'clientErrors'],
      [t`Failed`, 'serverErrors'],
    ],
    format: round,
  },
  {
    title: t`Response time`,
    below: t`Median, 95% and 99% of requests`,
    lines: [
      [t`Median`, 'requestP50Ms'],
      [formatPercent(0.95), 'requestP95Ms'],
      [formatPercent(0.99), 'requestP99Ms'],
    ],
    format: formatMs,
  },
  {
    title: t`Sent`,
    below: t`Bytes per second`,
    isRate: true,
    lines: [[t`Sent`, 'sentBytes']],
    format: (value) => formatBytes(Math.round(value)),
  },
  {
    title: t`Tasks ended`,
    below: '',
    isOfStep: true,
    lines: [
      [t({ message: 'Done', context: 'tasks' }), 'tasksCompleted'],
      [t`Failed`, 'tasksFailed'],
      [t`Books added`, 'booksAdded'],
    ],
    format: formatNumber,
  },
  {
    title: t`Task queue`,
    below: t`At the end of each step`,
    lines: [
      [t`Running`, 'tasksRunning'],
      [t`Waiting`, 'tasksPending'],
    ],
    format: formatNumber,
  },
  {
    title: t`Processor`,
    below: t`100% is one core in full use`,
    lines: [
      [t`Server`, 'cpu'],
      [t`Waiting for the database`, 'databaseBusy'],
    ],
    format: formatPercent,
  },
  {
    title: t`Event loop`,
    below: t`Delay that every request waits for`,
    lines: [
      [t`Median`, 'eventLoopP50Ms'],
      [formatPercent(0.99), 'eventLoopP99Ms'],
      [t`Maximum`, 'eventLoopMaxMs'],
    ],
    format: formatMs,
  },
  {
    title: t`Memory`,
    below: t`Of the server process`,
    lines: [
      [t`Total`, 'residentBytes'],
      [t`Used by code`, 'heapUsedBytes'],
    ],
    format: formatBytes,
  },
  { title: t`Database`, below: t`Size on disk`, lines: [[t`Size`, 'databaseBytes']], format: formatBytes },
];

const TONES = ['first', 'second', 'third'] as const;

/** Metric history, one chart per topic. */
export function Charts({ history }: { readonly history: MetricsHistory }) {
  if (history.times.length === 0) {
    return <Note tone="info">{t`The server has just started. The first figures appear in a moment.`}</Note>;
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
        title={t`Caches`}
        below={t`Share of lookups that a cache answered`}
        lines={[{ name: t`Hits`, tone: 'first', values: foundShares(history) }]}
        format={formatPercent}
        {...over}
      />
    </div>
  );
}

function stepWords(stepSeconds: number): string {
  return stepSeconds >= 60 ? t`Per minute` : plural(stepSeconds, { one: 'Per # second', other: 'Per # seconds' });
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
