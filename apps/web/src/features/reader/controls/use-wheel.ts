import { type RefObject, useEffect, useRef } from 'react';
import type { Point } from '../engine/page-shape.ts';

export interface WheelMove {
  readonly delta: Point;
  readonly at: Point;
  /** Ctrl held, or a pinch on a touch pad. */
  readonly zooms: boolean;
}

const LINE_HEIGHT = 16;

/** Reports wheel events in CSS pixels and suppresses the browser's zoom and scroll. */
export function useWheel(element: RefObject<HTMLElement | null>, onWheel: (move: WheelMove) => void): void {
  const latest = useRef(onWheel);
  useEffect(() => {
    latest.current = onWheel;
  });
  useEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    const listen = (event: WheelEvent) => {
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_HEIGHT : 1;
      const box = target.getBoundingClientRect();
      latest.current({
        delta: { x: event.deltaX * unit, y: event.deltaY * unit },
        at: { x: event.clientX - box.left, y: event.clientY - box.top },
        zooms: event.ctrlKey,
      });
    };
    // React registers passive wheel handlers, which cannot call preventDefault
    target.addEventListener('wheel', listen, { passive: false });
    return () => target.removeEventListener('wheel', listen);
  }, [element]);
}
