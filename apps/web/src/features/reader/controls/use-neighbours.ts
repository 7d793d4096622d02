import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adjacentBooksQuery } from '#entities/book/queries.ts';
import type { Turn } from '../engine/direction.ts';
import type { NeighbourBook, ReaderBook } from '../reader-props.ts';

export interface Neighbours {
  /** The end the user last tried to turn past. */
  readonly asked: Turn | undefined;
  readonly bookAt: (turn: Turn) => NeighbourBook | null | undefined;
  /** Asks at the first turn past an end; opens the neighbouring book at the second. */
  readonly turn: (turn: Turn) => void;
  readonly open: (turn: Turn) => void;
  readonly stay: () => void;
}

/** The previous and next book. */
export function useNeighbours({ id, shareId, around }: ReaderBook, onOpenBook: (bookId: string) => void): Neighbours {
  const { data = around, isError } = useQuery({ ...adjacentBooksQuery(id), enabled: shareId === undefined });
  const [asked, setAsked] = useState<Turn>();
  const bookAt = (turn: Turn) => {
    if (data === undefined) return isError ? null : undefined;
    return turn === 'next' ? data.next : data.prev;
  };
  const open = (turn: Turn) => {
    const book = bookAt(turn);
    if (book !== null && book !== undefined) onOpenBook(book.id);
  };
  return {
    asked,
    bookAt,
    turn: (turn) => {
      if (asked === turn) open(turn);
      else setAsked(turn);
    },
    open,
    stay: () => setAsked(undefined),
  };
}
