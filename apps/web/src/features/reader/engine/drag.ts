import { type Direction, type Turn, getTurn } from './direction.ts';
import { isTurn } from './gestures.ts';
import type { Point, Size } from './page-shape.ts';
import { type Frame, isZoomed, overflows, panBy, type View } from './zoom.ts';

/** The dragged page. */
export interface DraggedPage {
  readonly frame: Frame;
  readonly view: View;
  readonly fitted: number;
  readonly direction: Direction;
}

export type DragMeaning = 'pan' | 'turn' | 'leave';

/** Classifies a drag by its first movement: pan, turn or leave. */
export function classifyDrag(total: Point, { frame, view, fitted, direction }: DraggedPage): DragMeaning {
  if (isZoomed(view, fitted)) return 'pan';
  const isVertical = Math.abs(total.y) > Math.abs(total.x);
  const isAlong = isVertical === (direction === 'ttb');
  const moved = panBy(view, frame, isVertical ? { x: 0, y: total.y } : { x: total.x, y: 0 });
  const isStuck = Math.abs(moved.x - view.x) + Math.abs(moved.y - view.y) < 1;
  if (!isStuck) return 'pan';
  if (isAlong) return 'turn';
  return isVertical && total.y > 0 && !overflows(frame, view.scale).y ? 'leave' : 'pan';
}

/** The turn at the end of a drag along the turning axis. */
export function turnMeant(
  total: Point,
  velocity: Point,
  scene: { direction: Direction; window: Size },
): Turn | undefined {
  const { direction, window } = scene;
  const isVertical = direction === 'ttb';
  const distance = isVertical ? total.y : total.x;
  if (!isTurn(distance, isVertical ? velocity.y : velocity.x, isVertical ? window.height : window.width))
    return undefined;
  if (isVertical) return distance < 0 ? 'next' : 'previous';
  return getTurn(distance < 0 ? 'right' : 'left', direction);
}
