import type { ReaderAction } from '#entities/keys/key-map.ts';

/** `ttb`: pages from top to bottom; `webtoon`: one continuous strip. */
export type Direction = 'ltr' | 'rtl' | 'ttb' | 'webtoon';

export const DIRECTIONS: readonly Direction[] = ['ltr', 'rtl', 'ttb', 'webtoon'];

export type Turn = 'next' | 'previous';

/** The turn for a side of the screen. */
export function getTurn(side: 'left' | 'right', direction: Direction): Turn {
  return (side === 'right') === (direction !== 'rtl') ? 'next' : 'previous';
}

const CHOICES: Partial<Readonly<Record<ReaderAction, Direction>>> = {
  leftToRight: 'ltr',
  rightToLeft: 'rtl',
  vertical: 'ttb',
  webtoon: 'webtoon',
};

/** The direction a key action selects. */
export function findDirection(action: ReaderAction): Direction | undefined {
  return CHOICES[action];
}
