import { t } from '@lingui/core/macro';
import type { Granularity } from '@lectern/contract';
import { useState } from 'react';
import { BarChart } from '#ui/chart/bar-chart.tsx';
import { roundUp } from '#ui/chart/geometry.ts';
import { Segments } from '#ui/controls/segments.tsx';
import { type Measured, type MeasureName, MEASURES, periodNames, roundUpTime } from './measures.ts';
import css from './stats-page.module.css';

interface PeriodChartProps {
  readonly granularity: Granularity;
  readonly periods: readonly (Measured & { readonly bucket: string })[];
  readonly measures: readonly MeasureName[];
  readonly getTotal: (measure: MeasureName) => number;
}

const ROWS: Readonly<Record<Granularity, string>> = { day: t`Day`, week: t`Week`, month: t`Month`, year: t`Year` };

/** Reading over time, one measure at a time. */
export function PeriodChart({ granularity, periods, measures, getTotal }: PeriodChartProps) {
  const [name, setName] = useState<MeasureName>('time');
  const measure = MEASURES[name];
  return (
    <section className={css['over']}>
      <div className={css['head']}>
        <h2>{t`Over time`}</h2>
        <Segments
          legend={t`What is counted`}
          value={name}
          options={measures.map((one) => [one, MEASURES[one].words] as const)}
          onValue={setName}
        />
      </div>
      <BarChart
        title={measure.words}
        below={t`${measure.below}, by the ${ROWS[granularity].toLowerCase()}`}
        bars={periods.map((period) => ({
          key: period.bucket,
          ...periodNames(granularity, period.bucket),
          value: measure.of(period),
        }))}
        format={measure.format}
        columns={[ROWS[granularity], measure.words]}
        total={t`${measure.format(getTotal(name))} in all`}
        roundUp={name === 'time' ? roundUpTime : roundUp}
      />
    </section>
  );
}
