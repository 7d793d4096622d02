import { useRef, useState } from 'react';
import { clampPage, type Position } from '../engine/position.ts';

/** A page and how the user reached it. */
interface Visit {
  readonly page: number;
  readonly serial: number;
  readonly fraction: number | undefined;
  readonly fromEnd: boolean;
  readonly going: 'forward' | 'backward';
}

interface Place {
  readonly visit: Visit;
  /** The visible page: the target of the last jump, or where scrolling led. */
  readonly page: number;
  readonly goTo: (page: number, how?: Partial<Pick<Visit, 'fraction' | 'fromEnd'>>) => void;
  /** Reports a new place from the view. */
  readonly follow: (place: Position, shown: number) => void;
  /** Exact place, from which another mode continues. */
  readonly exact: () => Position;
}

export function usePlace(from: Position, pageCount: number): Place {
  const start = clampPage(from.page, pageCount);
  const [visit, setVisit] = useState<Visit>({
    page: start,
    serial: 0,
    fraction: from.fraction === 0 ? undefined : from.fraction,
    fromEnd: false,
    going: 'forward',
  });
  const [page, setPage] = useState(start);
  const exact = useRef<Position>({ page: start, fraction: from.fraction });
  return {
    visit,
    page,
    goTo: (target, how = {}) => {
      const next = clampPage(target, pageCount);
      setPage(next);
      setVisit((last) => ({
        page: next,
        serial: last.serial + 1,
        fraction: how.fraction,
        fromEnd: how.fromEnd ?? false,
        going: next < page ? 'backward' : 'forward',
      }));
    },
    follow: (place, shown) => {
      exact.current = place;
      setPage(shown);
    },
    exact: () => exact.current,
  };
}
