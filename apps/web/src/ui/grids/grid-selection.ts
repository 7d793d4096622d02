import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** Lets items of a grid be picked, so that something can be done with many at once. */
export interface GridSelection {
  /** A click picks instead of opening. */
  readonly isActive: boolean;
  readonly isPicked: (key: string) => boolean;
  /** What the item at an index is called; undefined while it is not loaded. */
  readonly nameAt: (index: number) => string | undefined;
  /** Picks the item at an index, or drops it; with `reach` picks all from the last one picked to this one. */
  readonly toggle: (index: number, reach: boolean) => void;
  readonly pickAll: () => void;
  /** Drops all and lets clicks open again. */
  readonly clear: () => void;
}

const LONG_PRESS_MS = 500;
/** A finger that moves further, in CSS pixels, scrolls. */
const STILL = 10;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * Handlers for a cell of a grid: a long press picks, also Ctrl, Command and Shift with a click; any click does while others
 * are picked.
 */
export function useCellGestures(selection: GridSelection | undefined) {
  const press = useRef<Press>(undefined);
  // the click that follows a long press must not open what was just picked
  const swallowed = useRef(false);
  const forget = () => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  if (selection === undefined) return () => ({});
  return (index: number) => ({
    onPointerDown: (event: PointerEvent) => {
      forget();
      swallowed.current = false;
      if (event.pointerType !== 'touch' || selection.nameAt(index) === undefined) return;
      const timer = setTimeout(() => {
        swallowed.current = true;
        selection.toggle(index, false);
      }, LONG_PRESS_MS);
      press.current = { x: event.clientX, y: event.clientY, timer };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const at = press.current;
      if (at !== undefined && Math.hypot(clientX - at.x, clientY - at.y) > STILL) forget();
    },
    onPointerUp: forget,
    onPointerCancel: forget,
    onContextMenu: (event: MouseEvent) => {
      if (press.current !== undefined) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      const isPicker = event.target instanceof Element && event.target.closest('[data-picker]') !== null;
      if (isPicker) return;
      const picks = selection.isActive || event.ctrlKey || event.metaKey || event.shiftKey;
      if (!picks && !swallowed.current) return;
      event.preventDefault();
      event.stopPropagation();
      if (!swallowed.current) selection.toggle(index, event.shiftKey);
      swallowed.current = false;
    },
  });
}
