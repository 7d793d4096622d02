import { plural, t } from '@lingui/core/macro';
import { type KeyboardEvent, useRef, useState } from 'react';
import { DropPanel } from '#ui/overlays/drop-panel.tsx';
import css from './letter-rail.module.css';
import type { Letter } from './letters.ts';

interface LetterRailProps {
  readonly letters: readonly Letter[];
  readonly onLetter: (letter: Letter) => void;
}

/** Jump letters of a list by title. One has the tab stop; arrows, Home, End and letter keys move it. */
export function LetterRail({ letters, onLetter }: LetterRailProps) {
  const rail = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const tabStop = Math.min(active, letters.length - 1);
  const focus = (index: number) => {
    setActive(index);
    rail.current?.querySelectorAll('button')[index]?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = indexFor(event.key, tabStop, letters);
    if (next === undefined) return;
    event.preventDefault();
    focus(next);
  };
  return (
    <div
      ref={rail}
      role="toolbar"
      aria-label={t`Jump to a letter`}
      aria-orientation="vertical"
      className={css['rail']}
      onKeyDown={handleKey}
    >
      {letters.map((letter, index) => (
        <button
          key={letter.words}
          type="button"
          aria-label={formatName(letter)}
          tabIndex={index === tabStop ? 0 : -1}
          className={css['letter']}
          onFocus={() => setActive(index)}
          onClick={() => onLetter(letter)}
        >
          {letter.words}
        </button>
      ))}
    </div>
  );
}

/** The same for narrow screens, in a menu. */
export function LetterButton({ letters, onLetter }: LetterRailProps) {
  return (
    <DropPanel label={t`A–Z`}>
      {(close) => (
        <div className={css['grid']}>
          {letters.map((letter) => (
            <button
              key={letter.words}
              type="button"
              aria-label={formatName(letter)}
              className={css['letter']}
              onClick={() => {
                close();
                onLetter(letter);
              }}
            >
              {letter.words}
            </button>
          ))}
        </div>
      )}
    </DropPanel>
  );
}

function formatName({ words, count }: Letter): string {
  // the accessible name starts with the visible label, for voice control
  return words === '#'
    ? plural(count, { one: `${words} and other signs, # title`, other: `${words} and other signs, # titles` })
    : plural(count, { one: `${words}, # title`, other: `${words}, # titles` });
}

function indexFor(key: string, at: number, letters: readonly Letter[]): number | undefined {
  const last = letters.length - 1;
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(last, at + 1),
    ArrowUp: Math.max(0, at - 1),
    Home: 0,
    End: last,
  };
  return moves[key] ?? indexOfKey(key, letters);
}

/** Undefined for other keys, and for letters without titles. */
export function indexOfKey(key: string, letters: readonly Letter[]): number | undefined {
  if (Array.from(key).length !== 1) return undefined;
  const words = /\d/.test(key) ? '0–9' : key.toUpperCase();
  const index = letters.findIndex((letter) => letter.words === words);
  return index === -1 ? undefined : index;
}
