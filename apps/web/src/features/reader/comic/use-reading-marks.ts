import { useEffect, useRef } from 'react';
import { useProgress } from '../controls/use-progress.ts';

/** A glance at a book is not yet reading. */
const DWELL_MS = 2000;

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
    if (hasMoved.current) push({ currentPage: shown });
    if (hasMoved.current || wasCompleted) return undefined;
    const timer = setTimeout(() => push({ currentPage: shown }), DWELL_MS);
    return () => clearTimeout(timer);
  }, [shown, push, wasCompleted, isIncognito]);
}
