import { useLayoutEffect, useRef } from 'react';
import { rowShift } from './grid-shape.ts';

interface SteadyOptions {
  /** Item id; undefined while it is loading. */
  readonly keyAt: (index: number) => string | undefined;
  /** Visible range, end exclusive. */
  readonly from: number;
  readonly to: number;
  readonly columns: number;
  readonly rowHeight: number;
  /** Distance of the grid from the top of the page. */
  readonly offset: number;
}

/**
 * Scroll anchoring: keeps visible items in place when items above change, as during a scan. Off at the top, so that new
 * items show.
 */
export function useSteadyRows({ keyAt, from, to, columns, rowHeight, offset }: SteadyOptions): void {
  const held = useRef<{ readonly key: string; readonly index: number }>(undefined);
  const lastFrom = useRef(from);
  useLayoutEffect(() => {
    const anchor = held.current;
    if (anchor !== undefined && lastFrom.current === from && scrollY > offset) {
      const shift = rowShift(anchor, { keyAt, from, to, columns });
      if (shift === undefined) return;
      if (shift.rows !== 0) scrollBy({ top: shift.rows * rowHeight, behavior: 'instant' });
      held.current = { key: anchor.key, index: shift.index };
      return;
    }
    lastFrom.current = from;
    const index = Math.min(from + columns * 2, to - 1);
    const key = keyAt(index);
    held.current = key === undefined ? undefined : { key, index };
  });
}
