import { t } from '@lingui/core/macro';
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
    title: t`Requests`,
    below: t`A second`,
    isRate: true,
    lines: [
      [t`All`, 'requests'],
      [t`Refused`, 'clientErrors'],
      [t`Failed`, 'serverErrors'],
    ],
    format: round,
  },
  {
    title: t`Time to answer`,
    below: t`So many requests were answered within`,
    lines: [
      [t`Half`, 'requestP50Ms'],
      ['95%', 'requestP95Ms'],
      ['99%', 'requestP99Ms'],
    ],
    format: formatMs,
  },
  {
    title: t`Sent`,
    below: t`Bytes a second`,
    isRate: true,
    lines: [[t`Sent`, 'sentBytes']],
    format: (value) => formatBytes(Math.round(value)),
  },
  {
    title: t`Tasks ended`,
    below: '',
    isOfStep: true,
    lines: [
      [t`Done`, 'tasksCompleted'],
      [t`Failed`, 'tasksFailed'],
      [t`Books added`, 'booksAdded'],
    ],
    format: formatNumber,
  },
  {
    title: t`Tasks in the queue`,
    below: t`At the end of each step`,
    lines: [
      [t`Running`, 'tasksRunning'],
      [t`Waiting`, 'tasksPending'],
    ],
    format: formatNumber,
  },
  {
    title: t`Processor`,
    below: '100% is one of them all the time',
    lines: [
      [t`Server`, 'cpu'],
      [t`Waiting for the database`, 'databaseBusy'],
    ],
    format: formatPercent,
  },
  {
    title: t`Event loop`,
    below: t`How late it was: what every request waits for`,
    lines: [
      [t`Half`, 'eventLoopP50Ms'],
      ['99%', 'eventLoopP99Ms'],
      [t`Most`, 'eventLoopMaxMs'],
    ],
    format: formatMs,
  },
  {
    title: t`Memory`,
    below: t`Of the server process`,
    lines: [
      [t`All`, 'residentBytes'],
      [t`In use by code`, 'heapUsedBytes'],
    ],
    format: formatBytes,
  },
  { title: t`Database`, below: t`Size on disk`, lines: [[t`Size`, 'databaseBytes']], format: formatBytes },
];

const TONES = ['first', 'second', 'third'] as const;

/** Metric history, one chart per topic. */
export function Charts({ history }: { readonly history: MetricsHistory }) {
  if (history.times.length === 0) {
    return <Note tone="info">{t`The server has just started. The first figures come with its next step.`}</Note>;
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
        below={t`Share of what was asked for that was there`}
        lines={[{ name: t`Found`, tone: 'first', values: foundShares(history) }]}
        format={formatPercent}
        {...over}
      />
    </div>
  );
}

function stepWords(stepSeconds: number): string {
  return stepSeconds >= 60 ? t`In a minute` : t`In ${stepSeconds} seconds`;
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
