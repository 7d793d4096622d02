import { t } from '@lingui/core/macro';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { inlineKey, inlineSign } from '#lib/direction.ts';
import { formatNumber } from '#lib/format.ts';
import css from './stars.module.css';

const STARS = 5;
const MOST = 2 * STARS;

/** Five stars, filled up to a value. */
function Row({ stars }: { readonly stars: number }) {
  const filled: CSSProperties & Record<'--filled', string> = { '--filled': `${(stars / STARS) * 100}%` };
  return (
    <span className={css['row']} style={filled} aria-hidden="true">
      <StarLine className={css['empty']} />
      <StarLine className={css['full']} />
    </span>
  );
}

function StarLine({ className }: { readonly className: string | undefined }) {
  return (
    <svg viewBox="0 0 120 24" className={className} focusable="false">
      {Array.from({ length: STARS }, (_, index) => (
        <path
          key={index}
          transform={`translate(${index * 24} 0)`}
          d="M12 3l2.7 5.700 6.200.700-4.600 4.300 1.200 6.200L12 16.800l-5.500 3.100 1.200-6.200L3.100 9.400l6.200-.700z"
        />
      ))}
    </svg>
  );
}

/** "3.5 of 5 stars". */
function starWords(stars: number): string {
  const value = formatNumber(Math.round(stars * 10) / 10);
  return t`${value} of 5 stars`;
}

/** A read-only rating. */
export function Stars({ stars, label }: { readonly stars: number; readonly label: string }) {
  const rating = starWords(stars);
  return (
    <span role="img" aria-label={t`${label}: ${rating}`} className={css['shown']}>
      <Row stars={stars} />
    </span>
  );
}

interface StarInputProps {
  readonly label: string;
  /** 0 to 5; 0 means no rating. */
  readonly stars: number;
  /** Half stars, 0.5 to 5; 0 removes the rating. */
  readonly onStars: (stars: number) => void;
}

/** Rates by click, tap, swipe or key: arrows for half a star, digits for whole ones, Delete to clear. */
export function StarInput({ label, stars, onStars }: StarInputProps) {
  const box = useRef<HTMLDivElement>(null);
  const [tried, setTried] = useState<number>();
  const at = ({ clientX }: PointerEvent): number => {
    const rect = box.current?.getBoundingClientRect();
    if (rect === undefined || rect.width === 0) return stars;
    const along = inlineSign() === 1 ? clientX - rect.left : rect.right - clientX;
    return Math.min(MOST, Math.max(1, Math.ceil((along / rect.width) * MOST))) / 2;
  };
  const handleKey = (event: KeyboardEvent) => {
    const next = starsByKey(event.key, stars);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (next !== stars) onStars(next);
  };
  return (
    <div
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={STARS}
      aria-valuenow={stars}
      aria-valuetext={stars === 0 ? t`Not rated` : starWords(stars)}
      className={css['input']}
      onKeyDown={handleKey}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setTried(at(event));
      }}
      onPointerMove={(event) => {
        if (tried !== undefined || event.pointerType === 'mouse') setTried(at(event));
      }}
      onPointerLeave={() => setTried(undefined)}
      onPointerCancel={() => setTried(undefined)}
      onPointerUp={(event) => {
        const given = at(event);
        setTried(undefined);
        if (given !== stars) onStars(given);
      }}
    >
      <Row stars={tried ?? stars} />
    </div>
  );
}

function starsByKey(key: string, stars: number): number | undefined {
  const given = /^[0-5]$/.test(key) ? Number(key) : STEPS[inlineKey(key)]?.(stars);
  return given === undefined ? undefined : Math.min(STARS, Math.max(0, given));
}

/** Effect of each key; other values round to the next half star. */
const STEPS: Readonly<Record<string, (stars: number) => number>> = {
  ArrowRight: (stars) => Math.floor(stars * 2 + 1) / 2,
  ArrowUp: (stars) => Math.floor(stars * 2 + 1) / 2,
  ArrowLeft: (stars) => Math.ceil(stars * 2 - 1) / 2,
  ArrowDown: (stars) => Math.ceil(stars * 2 - 1) / 2,
  Home: () => 0,
  End: () => STARS,
  Delete: () => 0,
  Backspace: () => 0,
};
