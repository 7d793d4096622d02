import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** `peek`: shown briefly; `open`: shown until dismissed. */
type BarsState = 'hidden' | 'peek' | 'open';

export interface Bars {
  readonly areShown: boolean;
  readonly toggle: () => void;
  /** Shows the bars at once, until they are dismissed. */
  readonly open: () => void;
  readonly close: () => void;
  /** The user read on. */
  readonly hide: () => void;
  /** Shows the bars before the browser moves the focus, so that Tab reaches their buttons. */
  readonly revealForFocus: () => void;
  /** For the element around page and bars. */
  readonly handlers: {
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  };
}

const PEEK_MS = 2500;
/** Distance from the top or bottom edge at which a mouse shows the bars, in CSS pixels. */
const EDGE = 56;

function isInBars(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-bar]') !== null;
}

/** The top and bottom bar: visible at first, hidden while reading, shown on demand. */
export function useBars(): Bars {
  const [state, setState] = useState<BarsState>('peek');
  const [wakes, setWakes] = useState(0);
  useEffect(() => {
    if (state !== 'peek') return undefined;
    const timer = setTimeout(() => {
      if (isInBars(document.activeElement) || document.querySelector('[data-bar]:hover') !== null) {
        setWakes((count) => count + 1);
      } else setState('hidden');
    }, PEEK_MS);
    return () => clearTimeout(timer);
  }, [state, wakes]);

  const peek = () => {
    setState((known) => (known === 'open' ? known : 'peek'));
    setWakes((count) => count + 1);
  };
  return {
    areShown: state !== 'hidden',
    toggle: () => setState((known) => (known === 'hidden' ? 'open' : 'hidden')),
    open: () => flushSync(() => setState('open')),
    close: () => setState('hidden'),
    hide: () => {
      if (!isInBars(document.activeElement)) setState('hidden');
    },
    revealForFocus: () => flushSync(peek),
    handlers: {
      onPointerMove: (event) => {
        if (event.pointerType !== 'mouse') return;
        const { top, bottom } = event.currentTarget.getBoundingClientRect();
        if (event.clientY - top < EDGE || bottom - event.clientY < EDGE) peek();
      },
      onFocus: (event) => {
        if (isInBars(event.target)) peek();
      },
    },
  };
}
