import { type Direction, type Turn, getTurn } from './direction.ts';
import type { Point } from './page-shape.ts';

/**
 * `thirds`: left, middle, right. `edges`: narrow strips at both sides. `l-shape`: for one hand; top and near side go
 * back, bottom and far side go on. `forward`: both sides go on. `off`: taps only toggle the bars.
 */
export type TapZones = 'thirds' | 'edges' | 'l-shape' | 'forward' | 'off';

export const TAP_ZONES: readonly TapZones[] = ['thirds', 'edges', 'l-shape', 'forward', 'off'];

const THIRD = 1 / 3;
const EDGE = 0.15;

function findSide(x: number, width: number): 'left' | 'right' | undefined {
  if (x < width) return 'left';
  return x > 1 - width ? 'right' : undefined;
}

function lShape({ x, y }: Point, direction: Direction): Turn | 'bars' {
  if (y < THIRD) return 'previous';
  if (y > 1 - THIRD) return 'next';
  const side = findSide(x, THIRD);
  return side === undefined ? 'bars' : getTurn(side, direction);
}

/** `at` is relative to the window, 0 to 1 on both axes. */
export function zoneAt(at: Point, zones: TapZones, direction: Direction): Turn | 'bars' {
  if (zones === 'off') return 'bars';
  if (zones === 'l-shape') return lShape(at, direction);
  const side = findSide(at.x, zones === 'edges' ? EDGE : THIRD);
  if (side === undefined) return 'bars';
  return zones === 'forward' ? 'next' : getTurn(side, direction);
}
