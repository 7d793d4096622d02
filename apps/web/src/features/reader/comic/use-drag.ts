import { useRef, useState } from 'react';
import type { Turn } from '../engine/direction.ts';
import { type DraggedPage, type DragMeaning, classifyDrag, turnMeant } from '../engine/drag.ts';
import { type Gesture, isTurn } from '../engine/gestures.ts';
import type { Point } from '../engine/page-shape.ts';
import { panBy, type View, zoomAt } from '../engine/zoom.ts';

interface DragScene extends DraggedPage {
  readonly move: (next: View) => void;
  readonly onTurn: (turn: Turn) => void;
  /** The user dragged the page down to leave. */
  readonly onLeave: () => void;
}

interface Drag {
  /** Offset of the track while dragging, in CSS pixels. */
  readonly pull: Point;
  readonly isDragging: boolean;
  /** Handles every gesture except taps. */
  readonly read: (gesture: Gesture) => void;
}

const STILL: Point = { x: 0, y: 0 };

/** Touch input of the paged view: pan, pinch, turn and leave. */
export function useDrag(scene: DragScene): Drag {
  const [pull, setPull] = useState<Point>();
  const meaning = useRef<DragMeaning>(undefined);

  const drag = (delta: Point, total: Point) => {
    meaning.current ??= classifyDrag(total, scene);
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
