import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** Selection interface of a grid for bulk actions. */
export interface GridSelection {
  /** A click selects instead of opening. */
  readonly isActive: boolean;
  readonly isPicked: (key: string) => boolean;
  /** Accessible name of an item; undefined while it is loading. */
  readonly nameAt: (index: number) => string | undefined;
  /** Toggles an item; `reach` selects the range from the last toggled item. */
  readonly toggle: (index: number, reach: boolean) => void;
  readonly pickAll: () => void;
  /** Clears the selection and ends the selection mode. */
  readonly clear: () => void;
}

const LONG_PRESS_MS = 500;
/** Movement that turns a press into a scroll, in CSS pixels. */
const STILL = 10;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * Handlers of a grid cell: a long press selects, as does a click with Ctrl, Command or Shift. In selection mode any
 * click does.
 */
export function useCellGestures(selection: GridSelection | undefined) {
  const press = useRef<Press>(undefined);
  // the click that follows a long press must not open the item
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
