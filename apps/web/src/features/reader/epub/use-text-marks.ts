import { useEffect, useRef } from 'react';
import { useProgress } from '../controls/use-progress.ts';
import { locatorOf, positionOf, totalProgressionOf } from './locate.ts';
import type { Publication } from './publication.ts';
import type { Spot } from './use-text.ts';

interface TextMarks {
  readonly bookId: string;
  readonly publication: Publication;
  readonly spot: Spot;
  /** False until the first chapter stands. */
  readonly isReady: boolean;
  readonly isIncognito: boolean;
  /** Opening a book that was read to its end does not begin it anew; turning a page does. */
  readonly wasCompleted: boolean;
}

export function isAtEnd({ chapters }: Publication, { chapter, screen, screens }: Spot): boolean {
  return chapter === chapters.length - 1 && screen === screens - 1;
}

/** Stores how far the reader has come in a text. */
export function useTextMarks({ bookId, publication, spot, isReady, isIncognito, wasCompleted }: TextMarks): void {
  const push = useProgress(bookId, isIncognito);
  const opened = useRef<string>(undefined);
  const { chapter, progression } = spot;
  const isOver = isAtEnd(publication, spot);
  useEffect(() => {
    if (!isReady) return;
    const here = `${chapter} ${progression} ${String(isOver)}`;
    opened.current ??= wasCompleted ? here : '';
    if (opened.current === here) return;
    opened.current = '';
    const place = { chapter, progression };
    push({
      currentPage: isOver ? publication.total : positionOf(publication, place),
      progressPercentage: isOver ? 1 : totalProgressionOf(publication, place),
      locator: locatorOf(publication, place),
    });
  }, [isReady, push, publication, chapter, progression, isOver, wasCompleted]);
}
