import { type PointerEvent, useRef } from 'react';
import { type Gesture, NO_GESTURE, type PointerSample, readGesture } from '../engine/gestures.ts';

export type PointerKind = 'mouse' | 'touch';

interface PointerHandlers {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, input, [role="alert"]') !== null;
}

/** Handlers for the element whose pixels the gestures use. Buttons inside keep their own clicks. */
export function useGestures(onGesture: (gesture: Gesture, pointer: PointerKind) => void): PointerHandlers {
  const state = useRef(NO_GESTURE);
  const read = (kind: PointerSample['kind'], event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = { x: event.clientX - box.left, y: event.clientY - box.top };
    const [next, gestures] = readGesture(state.current, { kind, id: event.pointerId, at, timeMs: event.timeStamp });
    state.current = next;
    for (const gesture of gestures) onGesture(gesture, event.pointerType === 'mouse' ? 'mouse' : 'touch');
  };
  return {
    onPointerDown: (event) => {
      if (event.button !== 0 || isControl(event.target)) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      read('down', event);
    },
    onPointerMove: (event) => read('move', event),
    onPointerUp: (event) => read('up', event),
    onPointerCancel: (event) => read('cancel', event),
  };
}
