import { useEffect, useRef } from 'react';
import { type Elsewhere, useProgress } from '../controls/use-progress.ts';
import type { ReaderProps } from '../reader-props.ts';
import { toTextLocator, getPosition, getTotalProgression } from './locate.ts';
import type { Publication } from './publication.ts';
import type { Spot } from './use-text.ts';

interface TextMarks {
  readonly opened: Pick<ReaderProps, 'book' | 'onFollow'>;
  readonly publication: Publication;
  readonly spot: Spot;
  /** False until the first chapter is laid out. */
  readonly isReady: boolean;
  readonly isIncognito: boolean;
}

export function isAtEnd({ chapters }: Publication, { chapter, screen, screens }: Spot): boolean {
  return chapter === chapters.length - 1 && screen === screens - 1;
}

/**
 * Saves the progress in a text book.
 * @returns newer progress on another device
 */
export function useTextMarks({ opened, publication, spot, isReady, isIncognito }: TextMarks): Elsewhere | undefined {
  const { book, onFollow } = opened;
  const { push, elsewhere } = useProgress({ book, isIncognito, onFollow });
  // opening a completed book does not restart it; turning a page does
  const wasCompleted = book.readProgress?.completed === true;
  const first = useRef<string>(undefined);
  const { chapter, progression } = spot;
  const isOver = isAtEnd(publication, spot);
  useEffect(() => {
    if (!isReady) return;
    const here = `${chapter} ${progression} ${String(isOver)}`;
    first.current ??= wasCompleted ? here : '';
    if (first.current === here) return;
    first.current = '';
    const place = { chapter, progression };
    push({
      currentPage: isOver ? publication.total : getPosition(publication, place),
      progressPercentage: isOver ? 1 : getTotalProgression(publication, place),
      locator: toTextLocator(publication, place),
    });
  }, [isReady, push, publication, chapter, progression, isOver, wasCompleted]);
  return elsewhere;
}
