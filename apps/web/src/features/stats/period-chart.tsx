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

const STEPS: Readonly<Record<Granularity, string>> = {
  day: t`per day`,
  week: t`per week`,
  month: t`per month`,
  year: t`per year`,
};

/** Reading over time, one measure at a time. */
export function PeriodChart({ granularity, periods, measures, getTotal }: PeriodChartProps) {
  const [name, setName] = useState<MeasureName>('time');
  const measure = MEASURES[name];
  const total = measure.format(getTotal(name));
  return (
    <section className={css['over']}>
      <div className={css['head']}>
        <h2>{t`Over time`}</h2>
        <Segments
          legend={t`Measure`}
          value={name}
          options={measures.map((one) => [one, MEASURES[one].words] as const)}
          onValue={setName}
        />
      </div>
      <BarChart
        title={measure.words}
        below={`${measure.below} · ${STEPS[granularity]}`}
        bars={periods.map((period) => ({
          key: period.bucket,
          ...periodNames(granularity, period.bucket),
          value: measure.of(period),
        }))}
        format={measure.format}
        columns={[ROWS[granularity], measure.words]}
        total={t`${total} in total`}
        roundUp={name === 'time' ? roundUpTime : roundUp}
      />
    </section>
  );
}
