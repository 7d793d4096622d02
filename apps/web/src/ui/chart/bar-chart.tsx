import { t } from '@lingui/core/macro';
import { type PointerEvent, useState } from 'react';
import { Table } from '#ui/layout/table.tsx';
import { axisLabels, type Bars, barsFor, indexAt } from './bars.ts';
import css from './chart.module.css';
import { ChartFrame, Readout } from './chart-frame.tsx';
import { useWidth } from './use-width.ts';

export interface Bar {
  readonly key: string;
  /** Full name, for the table and the tooltip. */
  readonly name: string;
  readonly short: string;
  readonly value: number;
}

interface BarChartProps {
  readonly title: string;
  /** What the values measure. */
  readonly below: string;
  readonly bars: readonly Bar[];
  readonly format: (value: number) => string;
  /** Column headings of the table. */
  readonly columns: readonly [rows: string, values: string];
  /** Legend text without a selected bar. */
  readonly total: string;
  /** Rounds the axis maximum up. */
  readonly roundUp: (value: number) => number;
}

const HEIGHT = 190;

/** A bar chart with a data table. */
export function BarChart({ title, below, bars, format, columns, total, roundUp }: BarChartProps) {
  const [place, width] = useWidth();
  const [looked, setLooked] = useState<number>();
  const shape = barsFor({ width, height: HEIGHT, values: bars.map(({ value }) => value), roundUp, format });
  const pointed = looked === undefined ? undefined : bars[looked];
  const handlePointer = (event: PointerEvent<SVGSVGElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    setLooked(indexAt(shape, event.clientX - left));
  };
  return (
    <ChartFrame
      title={title}
      below={below}
      table={
        <Table
          low
          label={t`${title}, as a table`}
          caption={t`${title}, newest first`}
          columns={columns}
          rows={bars.toReversed().map(({ key, name, value }) => [key, name, format(value)])}
        />
      }
    >
      <p className={css['readout']} aria-hidden="true">
        {pointed === undefined ? total : <Readout name={pointed.name} value={format(pointed.value)} />}
      </p>
      <div ref={place} className={css['place']}>
        <svg
          width={width}
          height={HEIGHT}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          role="img"
          aria-label={formatSummary(title, total, bars, format)}
          onPointerMove={handlePointer}
          onPointerDown={handlePointer}
          onPointerLeave={() => setLooked(undefined)}
        >
          <Axis shape={shape} bars={bars} format={format} />
          <g className={css['bars']}>
            {shape.boxes.map((box, index) => (
              <path key={bars[index]?.key} d={box.path} data-looked={index === looked} />
            ))}
          </g>
        </svg>
      </div>
    </ChartFrame>
  );
}

interface AxisProps extends Pick<BarChartProps, 'bars' | 'format'> {
  readonly shape: Bars;
}

function Axis({ shape, bars, format }: AxisProps) {
  const { plot, lines } = shape;
  return (
    <g aria-hidden="true" className={css['grid']}>
      {lines.map(({ value, y }) => (
        <g key={value}>
          <path d={`M${plot.left} ${y}h${plot.width}`} />
          <text x={plot.left - 6} y={y + 4} textAnchor="end">
            {format(value)}
          </text>
        </g>
      ))}
      {axisLabels(shape, bars).map(({ key, x, words, anchor }) => (
        <text key={key} x={x} y={plot.top + plot.height + 16} textAnchor={anchor}>
          {words}
        </text>
      ))}
    </g>
  );
}

function formatSummary(title: string, total: string, bars: readonly Bar[], format: (value: number) => string): string {
  const most = bars.reduce<Bar | undefined>((best, bar) => (bar.value > (best?.value ?? 0) ? bar : best), undefined);
  if (most === undefined) return t`${title}: nothing`;
  const { name } = most;
  const value = format(most.value);
  return t`${title}: ${total}. Highest: ${name}, ${value}`;
}
