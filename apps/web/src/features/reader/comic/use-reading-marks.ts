import { useEffect, useRef } from 'react';
import { type Elsewhere, useProgress } from '../controls/use-progress.ts';
import type { ReaderProps } from '../reader-props.ts';
import { toPageLocator, type Position } from '../engine/position.ts';

interface ReadingMarks {
  readonly opened: Pick<ReaderProps, 'book' | 'onFollow'>;
  /** Highest visible page. */
  readonly shown: number;
  readonly isIncognito: boolean;
  readonly isStrip: boolean;
}

interface KeptMarks {
  /** Records the exact place in a strip, where a page number is too coarse. */
  readonly note: (place: Position, shown: number) => void;
  readonly elsewhere: Elsewhere | undefined;
}

export function useReadingMarks({ opened, shown, isIncognito, isStrip }: ReadingMarks): KeptMarks {
  const { book, onFollow } = opened;
  const { push, elsewhere } = useProgress({ book, isIncognito, onFollow });
  const first = useRef(shown);
  // opening a completed book does not restart it; reading on does
  const hasMoved = useRef(book.readProgress?.completed !== true);
  useEffect(() => {
    if (shown !== first.current) hasMoved.current = true;
    if (hasMoved.current && !isStrip) push({ currentPage: shown });
  }, [shown, push, isStrip, isIncognito]);
  const note = (place: Position, page: number) => {
    if (page !== first.current) hasMoved.current = true;
    if (hasMoved.current && isStrip) push({ currentPage: page, locator: toPageLocator(place) });
  };
  return { note, elsewhere };
}
