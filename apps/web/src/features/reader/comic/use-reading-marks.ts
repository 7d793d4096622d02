import { useEffect, useRef } from 'react';
import { useProgress } from '../controls/use-progress.ts';

interface ReadingMarks {
  readonly bookId: string;
  /** Highest page on screen. */
  readonly shown: number;
  readonly isIncognito: boolean;
  /** Opening a book that was read to its end does not begin it anew; turning a page does. */
  readonly wasCompleted: boolean;
}

/** Stores how far the reader has come in a page book. */
export function useReadingMarks({ bookId, shown, isIncognito, wasCompleted }: ReadingMarks): void {
  const push = useProgress(bookId, isIncognito);
  const opened = useRef(shown);
  const hasMoved = useRef(false);
  useEffect(() => {
    if (shown !== opened.current) hasMoved.current = true;
    if (hasMoved.current || !wasCompleted) push({ currentPage: shown });
  }, [shown, push, wasCompleted, isIncognito]);
}
