import { useEffect, useRef } from 'react';
import type { Direction, Turn } from '../engine/direction.ts';
import { DOUBLE_TAP_MS } from '../engine/gestures.ts';
import type { Point, Size } from '../engine/page-shape.ts';
import { type TapZones, zoneAt } from '../engine/tap-zones.ts';

interface TapRules {
  readonly zones: TapZones;
  readonly direction: Direction;
  /** False while zoomed in. */
  readonly turns: boolean;
  readonly onTurn: (turn: Turn) => void;
  readonly onBars: () => void;
  /** Undefined disables double taps, so that single taps need no delay. */
  readonly onDoubleTap: ((at: Point) => void) | undefined;
}

interface Taps {
  readonly tap: (at: Point, window: Size) => void;
  readonly doubleTap: (at: Point, window: Size) => void;
}

/** Turns at once. Only a tap for the bars waits, and only where a double tap would zoom. */
export function useTaps(rules: TapRules): Taps {
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const findZone = (at: Point, size: Size) =>
    rules.turns ? zoneAt({ x: at.x / size.width, y: at.y / size.height }, rules.zones, rules.direction) : 'bars';
  const tap = (at: Point, size: Size) => {
    const zone = findZone(at, size);
    if (zone !== 'bars') rules.onTurn(zone);
    else if (rules.onDoubleTap === undefined) rules.onBars();
    else timer.current = window.setTimeout(rules.onBars, DOUBLE_TAP_MS);
  };
  return {
    tap,
    doubleTap: (at, size) => {
      if (findZone(at, size) !== 'bars' || rules.onDoubleTap === undefined) {
        tap(at, size);
        return;
      }
      window.clearTimeout(timer.current);
      rules.onDoubleTap(at);
    },
  };
}
