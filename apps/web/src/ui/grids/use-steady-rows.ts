import { useLayoutEffect, useRef } from 'react';
import { rowShift } from './grid-shape.ts';

interface SteadyOptions {
  /** Identity of the item at an index, undefined while it is not loaded. */
  readonly keyAt: (index: number) => string | undefined;
  /** The first index on the screen, and one past the last. */
  readonly from: number;
  readonly to: number;
  readonly columns: number;
  readonly rowHeight: number;
  /** Where the grid begins in the page. */
  readonly offset: number;
}

/**
 * Keeps what the eye is on where it is when items come or go above it, as during a scan. At the very top nothing is held,
 * so that new items show.
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
