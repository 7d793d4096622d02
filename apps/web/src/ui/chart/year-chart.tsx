import { t } from '@lingui/core/macro';
import { type PointerEvent, useState } from 'react';
import { longDay, shortWeekday } from '#lib/days.ts';
import { Table } from '#ui/layout/table.tsx';
import css from './chart.module.css';
import { ChartFrame, Readout } from './chart-frame.tsx';
import { measureLabel } from './geometry.ts';
import { useWidth } from './use-width.ts';
import { type GridDay, type YearGrid, yearGrid } from './year-grid.ts';

interface YearChartProps {
  readonly title: string;
  readonly below: string;
  readonly year: number;
  /** Value of a day, as `2026-01-31`. */
  readonly worth: (day: string) => number;
  readonly format: (value: number) => string;
  readonly total: string;
}

/** Narrower charts, in CSS pixels, show two half-year strips. */
const WIDE = 600;
const GAP = 2;
const LARGEST = 20;
/** Days of any week with their rows; 5 January 2026 is a Monday. */
const WEEKDAYS = [
  [0, shortWeekday('2026-01-05')],
  [2, shortWeekday('2026-01-07')],
  [4, shortWeekday('2026-01-09')],
] as const;
/** Room of the names, in CSS pixels. */
const LABELS = { left: Math.max(30, 10 + Math.max(...WEEKDAYS.map(([, name]) => measureLabel(name)))), top: 16 };
/** Size of a day by level: size instead of colour, for colour-blind users. */
const SIZES = [1, 0.4, 0.6, 0.8, 1] as const;

/** A year of days, larger squares for larger values, with a data table. */
export function YearChart({ title, below, year, worth, format, total }: YearChartProps) {
  const [place, width] = useWidth();
  const [looked, setLooked] = useState<string>();
  const grid = yearGrid(year, worth, width < WIDE ? 2 : 1);
  const cell = Math.min(LARGEST, Math.floor((width - LABELS.left) / grid.columns));
  const stripHeight = LABELS.top + 7 * cell + 6;
  const height = grid.strips * stripHeight;
  const pointed = grid.days.find(({ day }) => day === looked);
  const busy = grid.days.filter(({ value }) => value > 0);
  const handlePointer = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    setLooked(dayAt(grid, { x: clientX - left, y: clientY - top, cell, stripHeight })?.day);
  };
  return (
    <ChartFrame
      title={title}
      below={below}
      table={
        <Table
          low
          label={t`${title}, as a table`}
          caption={t`${title}, days with reading, newest first`}
          columns={[t`Day`, t`Read`]}
          rows={busy.toReversed().map(({ day, value }) => [day, longDay(day), format(value)])}
        />
      }
    >
      <p className={css['readout']} aria-hidden="true">
        {pointed === undefined ? (
          total
        ) : (
          <Readout name={longDay(pointed.day)} value={pointed.value === 0 ? t`nothing` : format(pointed.value)} />
        )}
      </p>
      <div ref={place} className={css['place']}>
        <svg
          width={LABELS.left + grid.columns * cell}
          height={height}
          role="img"
          aria-label={t`${title}: ${total}`}
          onPointerMove={handlePointer}
          onPointerDown={handlePointer}
          onPointerLeave={() => setLooked(undefined)}
        >
          <Names grid={grid} cell={cell} stripHeight={stripHeight} />
          <g className={css['days']}>
            {grid.days.map((day) => (
              <Day key={day.day} day={day} cell={cell} stripHeight={stripHeight} isLooked={day.day === looked} />
            ))}
          </g>
        </svg>
      </div>
      <Legend />
    </ChartFrame>
  );
}

interface Sizes {
  readonly cell: number;
  readonly stripHeight: number;
}

function dayAt(grid: YearGrid, { x, y, cell, stripHeight }: Sizes & { readonly x: number; readonly y: number }) {
  const strip = Math.floor(y / stripHeight);
  const column = Math.floor((x - LABELS.left) / cell);
  const row = Math.floor((y - strip * stripHeight - LABELS.top) / cell);
  return grid.days.find((day) => day.strip === strip && day.column === column && day.row === row);
}

function Names({ grid, cell, stripHeight }: Sizes & { readonly grid: YearGrid }) {
  return (
    <g aria-hidden="true" className={css['grid']}>
      {grid.months.map(({ name, strip, column }) => (
        <text key={name} x={LABELS.left + column * cell} y={strip * stripHeight + LABELS.top - 5}>
          {name}
        </text>
      ))}
      {Array.from({ length: grid.strips }, (_, strip) =>
        WEEKDAYS.map(([row, name]) => (
          <text key={`${strip}-${name}`} x={0} y={strip * stripHeight + LABELS.top + (row + 0.5) * cell + 3.5}>
            {name}
          </text>
        )),
      )}
    </g>
  );
}

interface DayProps extends Sizes {
  readonly day: GridDay;
  readonly isLooked: boolean;
}

function Day({ day: { strip, column, row, level }, cell, stripHeight, isLooked }: DayProps) {
  const at = { x: LABELS.left + column * cell, y: strip * stripHeight + LABELS.top + row * cell };
  return <Square {...at} cell={cell - GAP} level={level} isLooked={isLooked} />;
}

interface SquareProps {
  readonly x: number;
  readonly y: number;
  readonly cell: number;
  readonly level: number;
  readonly isLooked?: boolean;
}

function Square({ x, y, cell, level, isLooked = false }: SquareProps) {
  const side = cell * (SIZES[level] ?? 1);
  const inset = (cell - side) / 2;
  return (
    <>
      <rect x={x} y={y} width={cell} height={cell} rx={2} data-level={0} data-looked={isLooked} />
      {level > 0 && <rect x={x + inset} y={y + inset} width={side} height={side} rx={2} data-level={level} />}
    </>
  );
}

function Legend() {
  return (
    <p className={css['key']} aria-hidden="true">
      {t({ message: 'Less', context: 'legend of a chart' })}
      <svg width={5 * 16} height={14} className={css['days']}>
        {SIZES.map((_, level) => (
          <Square key={level} x={level * 16} y={0} cell={14} level={level} />
        ))}
      </svg>
      {t({ message: 'More', context: 'legend of a chart' })}
    </p>
  );
}
