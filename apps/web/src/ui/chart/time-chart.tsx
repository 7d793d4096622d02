import { t } from '@lingui/core/macro';
import { type PointerEvent, useState } from 'react';
import { formatNumber } from '#lib/format.ts';
import css from './chart.module.css';
import { ChartFrame } from './chart-frame.tsx';
import { formatClock } from './clock.ts';
import { linePath, measureLabel, nearestIndex, type Scale, scaleFor, toX, toY } from './geometry.ts';
import type { ChartLine, ChartTimes } from './chart-line.ts';
import { TimeTable } from './time-table.tsx';
import { useWidth } from './use-width.ts';

interface TimeChartProps extends ChartTimes {
  readonly title: string;
  /** What the values measure. */
  readonly below: string;
  readonly lines: readonly ChartLine[];
  readonly format: (value: number) => string;
}

const HEIGHT = 150;
/** Shorter ranges show seconds, since both ends could fall into one minute. */
const SHORT_MS = 180_000;
const EDGE = { top: 10, right: 8, bottom: 22 };

/** A line chart with a data table. */
export function TimeChart({ title, below, lines, times, stepMs, format }: TimeChartProps) {
  const [place, width] = useWidth();
  const [looked, setLooked] = useState<number>();
  const scale = scaleWith(width, times, lines, format);
  const at = looked !== undefined && looked < times.length ? looked : times.length - 1;
  const handlePointer = (event: PointerEvent<SVGSVGElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    setLooked(nearestIndex(scale, times, event.clientX - left));
  };
  return (
    <ChartFrame
      title={title}
      below={below}
      table={<TimeTable title={title} lines={lines} times={times} format={format} />}
    >
      <Legend lines={lines} at={at} format={format} />
      <div ref={place} className={css['place']}>
        <svg
          width={width}
          height={HEIGHT}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          role="img"
          aria-label={formatSummary(title, lines, format)}
          onPointerMove={handlePointer}
          onPointerDown={handlePointer}
          onPointerLeave={() => setLooked(undefined)}
        >
          <Grid scale={scale} format={format} />
          <Lines lines={lines} times={times} stepMs={stepMs} scale={scale} />
          <Cursor lines={lines} times={times} at={at} scale={scale} isLooked={looked !== undefined} />
        </svg>
      </div>
    </ChartFrame>
  );
}

function scaleWith(
  width: number,
  times: readonly number[],
  lines: readonly ChartLine[],
  format: (value: number) => string,
): Scale {
  const columns = lines.map(({ values }) => values);
  const rough = scaleFor({ left: 0, top: 0, width: 1, height: 1 }, times, columns);
  const left = 10 + Math.max(...[0, 0.5, 1].map((share) => measureLabel(format(rough.max * share))));
  const plot = {
    left,
    top: EDGE.top,
    width: Math.max(1, width - left - EDGE.right),
    height: HEIGHT - EDGE.top - EDGE.bottom,
  };
  return scaleFor(plot, times, columns);
}

interface LegendProps {
  readonly lines: readonly ChartLine[];
  readonly at: number;
  readonly format: (value: number) => string;
}

function Legend({ lines, at, format }: LegendProps) {
  return (
    <ul className={css['legend']}>
      {lines.map(({ name, tone, values }) => (
        <li key={name}>
          <svg width={22} height={8} aria-hidden="true">
            <path d="M1 4H21" className={css['line']} data-tone={tone} />
          </svg>
          {name} <strong>{format(values[at] ?? 0)}</strong>
        </li>
      ))}
    </ul>
  );
}

interface GridProps {
  readonly scale: Scale;
  readonly format: (value: number) => string;
}

function Grid({ scale, format }: GridProps) {
  const { left, top, width, height } = scale.plot;
  const middle = (scale.from + scale.to) / 2;
  const isWide = width > 300;
  const withSeconds = scale.to - scale.from < SHORT_MS;
  return (
    <g aria-hidden="true" className={css['grid']}>
      {sharesFor(scale.max, format).map((share) => (
        <g key={share}>
          <path d={`M${left} ${toY(scale, scale.max * share)}h${width}`} />
          <text x={left - 6} y={toY(scale, scale.max * share) + 4} textAnchor="end">
            {format(scale.max * share)}
          </text>
        </g>
      ))}
      {scale.to > 0 && (
        <>
          <text x={left} y={top + height + 16} textAnchor="start">
            {formatClock(scale.from, withSeconds)}
          </text>
          {isWide && (
            <text x={toX(scale, middle)} y={top + height + 16} textAnchor="middle">
              {formatClock(middle, withSeconds)}
            </text>
          )}
          <text x={left + width} y={top + height + 16} textAnchor="end">
            {formatClock(scale.to, withSeconds)}
          </text>
        </>
      )}
    </g>
  );
}

/** Grid lines as shares of the maximum; no middle line when it would split a whole number. */
function sharesFor(max: number, format: (value: number) => string): readonly number[] {
  const isWhole = format === formatNumber && max % 2 !== 0;
  return isWhole ? [0, 1] : [0, 0.5, 1];
}

interface LinesProps extends ChartTimes {
  readonly lines: readonly ChartLine[];
  readonly scale: Scale;
}

function Lines({ lines, times, stepMs, scale }: LinesProps) {
  return lines.map(({ name, tone, values }) => (
    <path key={name} d={linePath(scale, times, values, stepMs)} className={css['line']} data-tone={tone} />
  ));
}

interface CursorProps extends Pick<LinesProps, 'lines' | 'scale'> {
  readonly times: readonly number[];
  readonly at: number;
  readonly isLooked: boolean;
}

/** Dots at the values of the legend, with the time while the pointer is over the chart. */
function Cursor({ lines, times, at, scale, isLooked }: CursorProps) {
  const time = times[at];
  if (time === undefined) return null;
  const { left, top, width, height } = scale.plot;
  const x = toX(scale, time);
  const side = x > left + width / 2 ? 'end' : 'start';
  return (
    <g aria-hidden="true" className={css['cursor']}>
      {isLooked && (
        <>
          <path d={`M${x} ${top}v${height}`} />
          <text x={side === 'end' ? x - 6 : x + 6} y={top + 10} textAnchor={side}>
            {formatClock(time, true)}
          </text>
        </>
      )}
      {lines.map(({ name, tone, values }) => (
        <circle key={name} cx={x} cy={toY(scale, values[at] ?? 0)} r={3.5} data-tone={tone} className={css['dot']} />
      ))}
    </g>
  );
}

function formatSummary(title: string, lines: readonly ChartLine[], format: (value: number) => string): string {
  const parts = lines.map(({ name, values }) => {
    const most = values.reduce((one, other) => Math.max(one, other), 0);
    const now = format(values.at(-1) ?? 0);
    const highest = format(most);
    return t`${name}: now ${now}, highest ${highest}`;
  });
  const facts = parts.join(' · ');
  return t`${title}: ${facts}`;
}
