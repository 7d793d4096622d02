import { useRef } from 'react';
import { findWay, moveFocus } from '#lib/gamepad/move-focus.ts';
import type { Way } from '#lib/gamepad/choose-next.ts';
import type { Bars } from './use-bars.ts';

/** Arrows as a way through the controls of a reader, for gamepads and remotes, which have no Tab. */
export interface Steering {
  /**
   * Shows the bars. From now on, Up and Down lead from the page into them.
   * @param enters whether the focus goes there at once
   */
  readonly begin: (enters: boolean) => void;
  /** Arrows turn pages again: the user has a pointer, or Tab. */
  readonly end: () => void;
  /** Hides the bars and gives the focus back to the page; false where the focus was there. */
  readonly leave: () => boolean;
  /** Whether a key is none of the reader's, as it belongs to the control with the focus. Tab ends the steering. */
  readonly take: (event: KeyboardEvent) => boolean;
}

const CONTROLS = 'button, a, input, select, textarea, summary, dialog, [data-sheet]';

function isInControls(): boolean {
  return document.activeElement?.matches(CONTROLS) === true;
}

/** Whether a dialog or menu is open above the reader. */
export function isBelowLayer(): boolean {
  return document.querySelector('dialog:modal, :popover-open') !== null;
}

/** Focuses the first control of the upper or the lower bar. */
function enterBar(way: Way): void {
  const bar = [...document.querySelectorAll('[data-bar]')].at(way === 'Up' ? 0 : -1);
  bar?.querySelector('button')?.focus({ preventScroll: true, focusVisible: true });
}

/** Sliders, choices and texts need Left and Right themselves. */
function isKept(key: string, way: Way): boolean {
  const isSideways = way === 'Left' || way === 'Right';
  return isSideways && key.startsWith('Arrow') && document.activeElement?.matches('input, select, textarea') === true;
}

export function useSteering(bars: Bars): Steering {
  const isOn = useRef(false);
  const steer = (event: KeyboardEvent, way: Way): boolean => {
    // behind an open layer, the bars are inert
    if (isInControls() || isBelowLayer()) {
      if (isKept(event.key, way)) return true;
      moveFocus(way);
    } else {
      // the user read on
      if (!bars.areShown) isOn.current = false;
      if (!bars.areShown || way === 'Left' || way === 'Right') return false;
      enterBar(way);
    }
    event.preventDefault();
    return true;
  };
  return {
    begin: (enters) => {
      isOn.current = true;
      bars.open();
      if (enters) enterBar('Down');
    },
    end: () => {
      isOn.current = false;
    },
    leave: () => {
      if (!isOn.current || !isInControls()) return false;
      isOn.current = false;
      bars.close();
      document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
      return true;
    },
    take: (event) => {
      if (event.key === 'Tab') isOn.current = false;
      if (!isOn.current || event.ctrlKey || event.altKey || event.shiftKey || event.metaKey) return false;
      const way = findWay(event.key);
      if (way !== undefined) return steer(event, way);
      return event.key === 'Pad:A' && isInControls();
    },
  };
}
