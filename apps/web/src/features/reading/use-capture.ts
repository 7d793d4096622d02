import { useEffect, useRef } from 'react';
import { getKeyName } from '#entities/keys/key-map.ts';
import { isPaletteKey } from '#lib/palette-state.ts';

/** Keys that change others, or that move the focus. */
const NOT_BOUND = new Set('Shift Control Alt AltGraph Meta CapsLock NumLock ScrollLock Fn FnLock Tab'.split(' '));

interface CaptureOptions {
  readonly isOn: boolean;
  /** Gets the name of the pressed key. */
  readonly onKey: (key: string) => void;
  /** Escape, Tab to another place, or the keys of the palette. */
  readonly onCancel: () => void;
}

/** Takes the next key of a keyboard, remote or gamepad before the page does. */
export function useCapture({ isOn, onKey, onCancel }: CaptureOptions): void {
  const latest = useRef({ onKey, onCancel });
  useEffect(() => {
    latest.current = { onKey, onCancel };
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const take = (event: KeyboardEvent) => {
      // the palette opens, and gets the next keys
      if (event.key === 'Tab' || isPaletteKey(event)) latest.current.onCancel();
      // the key that began the capture may still be down
      if (event.repeat || event.metaKey || NOT_BOUND.has(event.key) || isPaletteKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') latest.current.onCancel();
      else latest.current.onKey(getKeyName(event));
    };
    window.addEventListener('keydown', take, { capture: true });
    return () => window.removeEventListener('keydown', take, { capture: true });
  }, [isOn]);
}
