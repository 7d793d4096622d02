import { useEffect, useRef, useState } from 'react';
import { countTurn } from '../engine/screen-refresh.ts';
import css from './screen-refresh.module.css';

interface ScreenRefreshProps {
  /** Changes with every turned page. */
  readonly place: string;
  /** Turned pages from one refresh to the next; 0 for none. */
  readonly every: number;
}

/** Time of each colour: about that of one full update of an e-ink screen. */
const PHASE_MS = 180;
const NEXT = { black: 'white', white: undefined } as const;

/** Covers the window in black, then in white, so that an e-ink screen loses the traces of earlier pages. */
export function ScreenRefresh({ place, every }: ScreenRefreshProps) {
  const count = useRef({ place: '', turned: 0 });
  const [phase, setPhase] = useState<keyof typeof NEXT>();
  useEffect(() => {
    const [next, isDue] = countTurn(count.current, place, every);
    count.current = next;
    if (isDue) setPhase('black');
  }, [place, every]);
  useEffect(() => {
    if (phase === undefined) return undefined;
    const timer = setTimeout(() => setPhase(NEXT[phase]), PHASE_MS);
    return () => clearTimeout(timer);
  }, [phase]);
  return phase === undefined ? null : <div className={css['cover']} data-phase={phase} data-testid="screen-refresh" />;
}
