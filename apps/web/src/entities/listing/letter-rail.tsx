import { type KeyboardEvent, useRef, useState } from 'react';
import { DropPanel } from '#ui/overlays/drop-panel.tsx';
import css from './letter-rail.module.css';
import type { Letter } from './letters.ts';

interface LetterRailProps {
  readonly letters: readonly Letter[];
  readonly onLetter: (letter: Letter) => void;
}

/** The letters beside a list by title. One is in the Tab order; arrows, Home, End and the letters themselves move. */
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
      aria-label="Jump to a letter"
      aria-orientation="vertical"
      className={css['rail']}
      onKeyDown={handleKey}
    >
      {letters.map((letter, index) => (
        <button
          key={letter.words}
          type="button"
          aria-label={nameOf(letter)}
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

/** The same for narrow screens, behind a button. */
export function LetterButton({ letters, onLetter }: LetterRailProps) {
  return (
    <DropPanel label="A–Z">
      {(close) => (
        <div className={css['grid']}>
          {letters.map((letter) => (
            <button
              key={letter.words}
              type="button"
              aria-label={nameOf(letter)}
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

function nameOf({ words, count }: Letter): string {
  // what is seen comes first, for those who say what they see
  return words === '#' ? `# and other signs, ${count}` : `${words}, ${count}`;
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

/** The letter that a key stands for; undefined for other keys, and where no title begins with it. */
export function indexOfKey(key: string, letters: readonly Letter[]): number | undefined {
  if (Array.from(key).length !== 1) return undefined;
  const words = /\d/.test(key) ? '0–9' : key.toUpperCase();
  const index = letters.findIndex((letter) => letter.words === words);
  return index === -1 ? undefined : index;
}
