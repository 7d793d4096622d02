import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** `peek`: shown for a moment, gone by itself; `open`: shown until the reader wants them gone. */
type BarsState = 'hidden' | 'peek' | 'open';

export interface Bars {
  readonly areShown: boolean;
  readonly toggle: () => void;
  /** The reader went on reading. */
  readonly hide: () => void;
  /** Shows them before the browser moves the focus, so that Tab finds their buttons. */
  readonly revealForFocus: () => void;
  /** For the element that holds page and bars. */
  readonly handlers: {
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  };
}

const PEEK_MS = 2500;
/** A mouse within this distance of the upper or lower edge shows the bars. */
const EDGE = 56;

function isInBars(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-bar]') !== null;
}

/** The bars above and below a page: there when one begins, gone while one reads, back on demand. */
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
