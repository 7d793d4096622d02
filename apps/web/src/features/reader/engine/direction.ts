import type { ReaderAction } from './key-map.ts';

/** `ttb`: page by page downwards; `webtoon`: one continuous strip. */
export type Direction = 'ltr' | 'rtl' | 'ttb' | 'webtoon';

export const DIRECTIONS: readonly Direction[] = ['ltr', 'rtl', 'ttb', 'webtoon'];

export type Turn = 'next' | 'previous';

/** Where the next page lies. */
export function turnOf(side: 'left' | 'right', direction: Direction): Turn {
  return (side === 'right') === (direction !== 'rtl') ? 'next' : 'previous';
}

const CHOICES: Partial<Readonly<Record<ReaderAction, Direction>>> = {
  leftToRight: 'ltr',
  rightToLeft: 'rtl',
  vertical: 'ttb',
  webtoon: 'webtoon',
};

/** The direction that an action chooses. */
export function directionOf(action: ReaderAction): Direction | undefined {
  return CHOICES[action];
}
