import type { SeriesGap } from '@lectern/contract';
import { ghostWords } from './gap-words.ts';
import css from './series-books.module.css';

interface GhostTileProps {
  readonly gap: SeriesGap;
  /** False removes the tile from the tab order, for grids with arrow keys. */
  readonly focusable: boolean;
}

/** An empty cover in the place of missing books. */
export function GhostTile({ gap, focusable }: GhostTileProps) {
  const words = ghostWords(gap);
  return (
    <div data-ghost role="img" aria-label={words} tabIndex={focusable ? 0 : -1} className={css['ghost']}>
      <div className={css['frame']}>{words}</div>
    </div>
  );
}
