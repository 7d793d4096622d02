import { useEffect, useRef } from 'react';
import { type Elsewhere, useProgress } from '../controls/use-progress.ts';
import type { ReaderProps } from '../reader-props.ts';
import { locatorOfPosition, type Position } from '../engine/position.ts';

interface ReadingMarks {
  readonly opened: Pick<ReaderProps, 'book' | 'onFollow'>;
  /** Highest page on screen. */
  readonly shown: number;
  readonly isIncognito: boolean;
  readonly isStrip: boolean;
}

interface KeptMarks {
  /** Takes the exact place in a strip, whose pages are too long for a number to find it again. */
  readonly note: (place: Position, shown: number) => void;
  readonly elsewhere: Elsewhere | undefined;
}

/** Stores how far the reader has come in a page book. */
export function useReadingMarks({ opened, shown, isIncognito, isStrip }: ReadingMarks): KeptMarks {
  const { book, onFollow } = opened;
  const { push, elsewhere } = useProgress({ bookId: book.id, isIncognito, onFollow });
  const first = useRef(shown);
  // opening a book that was read to its end does not begin it anew; going on does
  const hasMoved = useRef(book.readProgress?.completed !== true);
  useEffect(() => {
    if (shown !== first.current) hasMoved.current = true;
    if (hasMoved.current && !isStrip) push({ currentPage: shown });
  }, [shown, push, isStrip, isIncognito]);
  const note = (place: Position, page: number) => {
    if (page !== first.current) hasMoved.current = true;
    if (hasMoved.current && isStrip) push({ currentPage: page, locator: locatorOfPosition(place) });
  };
  return { note, elsewhere };
}
