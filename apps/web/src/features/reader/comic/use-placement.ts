import { useState } from 'react';
import {
  enterPlacement,
  fitScale,
  type FitMode,
  type Frame,
  type Placement,
  toPlacement,
  type View,
  toView,
} from '../engine/zoom.ts';

/** How the current spread was reached. */
export interface Arrival {
  /** Changes with every arrival, even at the same page. */
  readonly key: string;
  readonly fromEnd: boolean;
  /** Start position in the page, 0 to 1; the page's beginning or end when undefined. */
  readonly fraction: number | undefined;
}

interface PlacedView {
  readonly view: View;
  readonly fitted: number;
  readonly move: (next: View) => void;
  /** Restores the initial view of the page. */
  readonly reset: () => void;
}

interface Scene {
  readonly frame: Frame;
  readonly fit: FitMode;
  readonly rtl: boolean;
}

export function toEntryPlacement(
  { fromEnd, fraction }: Pick<Arrival, 'fromEnd' | 'fraction'>,
  rtl: boolean,
): Placement {
  const entry = enterPlacement({ rightToLeft: rtl, fromEnd });
  return fraction === undefined ? entry : { ...entry, y: fraction };
}

/** Zoom and pan of a spread; a new arrival or fit mode resets both. */
export function usePlacement({ frame, fit, rtl }: Scene, arrival: Arrival): PlacedView {
  const key = `${arrival.key} ${fit}`;
  const [moved, setMoved] = useState<{ readonly key: string; readonly placement: Placement }>();
  const fitted = fitScale(frame, fit);
  const placement = moved?.key === key ? moved.placement : toEntryPlacement(arrival, rtl);
  return {
    view: toView(placement, frame, fitted),
    fitted,
    move: (next) => setMoved({ key, placement: toPlacement(next, frame, fitted) }),
    reset: () => setMoved({ key, placement: toEntryPlacement({ fromEnd: false, fraction: undefined }, rtl) }),
  };
}
