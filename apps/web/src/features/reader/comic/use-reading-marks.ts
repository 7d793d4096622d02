import { useEffect, useRef } from 'react';
import { useProgress } from '../controls/use-progress.ts';
import { locatorOfPosition, type Position } from '../engine/position.ts';

interface ReadingMarks {
  readonly bookId: string;
  /** Highest page on screen. */
  readonly shown: number;
  readonly isIncognito: boolean;
  /** Opening a book that was read to its end does not begin it anew; going on does. */
  readonly wasCompleted: boolean;
  readonly isStrip: boolean;
}

/**
 * Stores how far the reader has come in a page book.
 * @returns takes the exact place in a strip, whose pages are too long for a number to find it again
 */
export function useReadingMarks(marks: ReadingMarks): (place: Position, shown: number) => void {
  const { bookId, shown, isIncognito, wasCompleted, isStrip } = marks;
  const push = useProgress(bookId, isIncognito);
  const opened = useRef(shown);
  const hasMoved = useRef(!wasCompleted);
  useEffect(() => {
    if (shown !== opened.current) hasMoved.current = true;
    if (hasMoved.current && !isStrip) push({ currentPage: shown });
  }, [shown, push, isStrip, isIncognito]);
  return (place, page) => {
    if (page !== opened.current) hasMoved.current = true;
    if (hasMoved.current && isStrip) push({ currentPage: page, locator: locatorOfPosition(place) });
  };
}
