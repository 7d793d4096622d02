import { useRef, useState } from 'react';
import { type Direction, type Turn, turnOf } from '../engine/direction.ts';
import { type Gesture, isTurn } from '../engine/gestures.ts';
import type { Point, Size } from '../engine/page-shape.ts';
import { type Frame, isZoomed, overflows, panBy, type View, zoomAt } from '../engine/zoom.ts';

export interface DragScene {
  readonly frame: Frame;
  readonly view: View;
  readonly fitted: number;
  readonly direction: Direction;
  readonly move: (next: View) => void;
  readonly onTurn: (turn: Turn) => void;
  /** The page was pulled down and let go: the reader wants to leave. */
  readonly onLeave: () => void;
}

type Meaning = 'pan' | 'turn' | 'leave';

/** What a drag that begins with `total` is: moving the page inside its window, turning, or leaving. */
export function meaningOf(total: Point, { frame, view, fitted, direction }: DragScene): Meaning {
  if (isZoomed(view, fitted)) return 'pan';
  const isVertical = Math.abs(total.y) > Math.abs(total.x);
  const isAlong = isVertical === (direction === 'ttb');
  const moved = panBy(view, frame, isVertical ? { x: 0, y: total.y } : { x: total.x, y: 0 });
  const isStuck = Math.abs(moved.x - view.x) + Math.abs(moved.y - view.y) < 1;
  if (!isStuck) return 'pan';
  if (isAlong) return 'turn';
  return isVertical && total.y > 0 && !overflows(frame, view.scale).y ? 'leave' : 'pan';
}

function turnMeant(total: Point, velocity: Point, scene: { direction: Direction; window: Size }): Turn | undefined {
  const { direction, window } = scene;
  const isVertical = direction === 'ttb';
  const distance = isVertical ? total.y : total.x;
  if (!isTurn(distance, isVertical ? velocity.y : velocity.x, isVertical ? window.height : window.width))
    return undefined;
  if (isVertical) return distance < 0 ? 'next' : 'previous';
  return turnOf(distance < 0 ? 'right' : 'left', direction);
}

interface Drag {
  /** How far the track follows the finger, in CSS pixels. */
  readonly pull: Point;
  readonly isDragging: boolean;
  /** Takes every gesture but taps. */
  readonly read: (gesture: Gesture) => void;
}

const STILL: Point = { x: 0, y: 0 };

/** Fingers on a paged view: pan, pinch, turn and leave. */
export function useDrag(scene: DragScene): Drag {
  const [pull, setPull] = useState<Point>();
  const meaning = useRef<Meaning>(undefined);

  const drag = (delta: Point, total: Point) => {
    meaning.current ??= meaningOf(total, scene);
    if (meaning.current === 'pan') {
      scene.move(panBy(scene.view, scene.frame, delta));
      return;
    }
    const isVertical = meaning.current === 'leave' || scene.direction === 'ttb';
    setPull(isVertical ? { x: 0, y: total.y } : { x: total.x, y: 0 });
  };

  const release = (total: Point, velocity: Point) => {
    const was = meaning.current;
    meaning.current = undefined;
    setPull(undefined);
    const { window } = scene.frame;
    const turn = was === 'turn' ? turnMeant(total, velocity, { direction: scene.direction, window }) : undefined;
    if (turn !== undefined) scene.onTurn(turn);
    if (was === 'leave' && isTurn(total.y, velocity.y, window.height)) scene.onLeave();
  };

  const read = (gesture: Gesture) => {
    if (gesture.kind === 'drag') drag(gesture.delta, gesture.total);
    else if (gesture.kind === 'release') release(gesture.total, gesture.velocity);
    else if (gesture.kind === 'pinch') {
      const { centre: point, factor, delta } = gesture;
      scene.move(panBy(zoomAt(scene.view, scene.frame, { point, factor, fitted: scene.fitted }), scene.frame, delta));
    } else if (gesture.kind === 'cancel') {
      meaning.current = undefined;
      setPull(undefined);
    }
  };
  return { pull: pull ?? STILL, isDragging: pull !== undefined, read };
}
